import { NOTHING_SELECTED, type Selection, toggled } from './usePageSelection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const click = (selection: Selection, guid: string, { shift = false, visible = order } = {}) =>
  toggled(selection, { guid, isRange: shift, order: visible });
const guidsOf = ({ guids }: Selection) => [...guids].sort().join('');

test('a click selects a page and a second click deselects it', () => {
  const one = click(NOTHING_SELECTED, 'b');
  expect(guidsOf(one)).toBe('b');
  expect(guidsOf(click(one, 'b'))).toBe('');
});

test('Shift selects the range from the last clicked page, in both directions', () => {
  expect(guidsOf(click(click(NOTHING_SELECTED, 'b'), 'd', { shift: true }))).toBe('bcd');
  expect(guidsOf(click(click(NOTHING_SELECTED, 'd'), 'b', { shift: true }))).toBe('bcd');
});

test('Shift selects only the clicked page when no page was clicked before, or when that page is no longer listed', () => {
  expect(guidsOf(click(NOTHING_SELECTED, 'c', { shift: true }))).toBe('c');
  expect(guidsOf(click(click(NOTHING_SELECTED, 'a'), 'd', { shift: true, visible: ['c', 'd', 'e'] }))).toBe('ad');
});
