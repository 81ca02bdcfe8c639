import type { ForecastWarning } from '@flyerdeck/contracts/types';
import { groupedWarnings, warningText } from './ForecastBox.tsx';

const listed = (flyer: number, word: string): ForecastWarning => ({ kind: 'listed_word', flyer, pages: 0, word });
const long = (flyer: number): ForecastWarning => ({ kind: 'long_text', flyer, pages: 0, word: null });
const repeated = (flyer: number, pages: number): ForecastWarning => ({
  kind: 'repeated_image',
  flyer,
  pages,
  word: null,
});

test('warnings that differ only in the flyer are one', () => {
  const warnings = [
    repeated(1, 1_204),
    listed(1, 'free'),
    long(2),
    listed(2, 'free'),
    repeated(3, 1),
    listed(3, 'meet'),
  ];
  expect(groupedWarnings(warnings).map(warningText)).toEqual([
    'Flyer 1: 1,204 pages had this image in the last 7 days, or will have it.',
    'Flyers 1, 2: the text contains "free".',
    "Flyer 2: the text is longer than the site's 1,000 characters.",
    'Flyer 3: 1 page had this image in the last 7 days, or will have it.',
    'Flyer 3: the text contains "meet".',
  ]);
});
