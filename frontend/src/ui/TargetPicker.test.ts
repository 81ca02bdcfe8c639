import { buildPickerPage, uuid } from '../../test/builders.ts';
import { targetsSummary } from './TargetPicker.tsx';

const page = (n: number, ...tags: string[]) => buildPickerPage({ id: uuid(n), tags });
const pages = [page(1, 'VIP', 'night'), page(2, 'vip'), page(3, 'promo'), page(4)];

test.each([
  ['nothing', [], [], ''],
  ['a tag, in any case', [], ['Vip'], 'Posts to 2 pages.'],
  ['pages', [1, 2, 4], [], 'Posts to 3 pages. Chosen pages by tag: 2 #VIP, 1 #night, 1 without a tag.'],
  ['a page that a tag includes too', [1], ['vip', 'promo'], 'Posts to 3 pages. Chosen pages by tag: 1 #night, 1 #VIP.'],
  ['an unlinked page', [9], [], 'Posts to 0 pages.'],
])('sums up %s', (_words, targets, target_tags, expected) => {
  expect(targetsSummary(pages, { target_pages: targets.map(uuid), target_tags })).toBe(expected);
});

test('names six tags, and counts the others', () => {
  const tags = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  expect(targetsSummary([page(1, ...tags)], { target_pages: [uuid(1)], target_tags: [] })).toBe(
    'Posts to 1 page. Chosen pages by tag: 1 #a, 1 #b, 1 #c, 1 #d, 1 #e, 1 #f, 2 more tags.',
  );
});
