import { rowAfterKey } from './rowKeys.ts';

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 49, 49],
  ['ArrowUp', 0, 0],
  ['PageDown', 5, 15],
  ['PageDown', 45, 49],
  ['PageUp', 5, 0],
  ['Home', 30, 0],
  ['End', 0, 49],
  ['Enter', 3, null],
  ['constructor', 3, null],
])('%s moves the focus from row %d of 50 to %j', (key, from, to) => {
  expect(rowAfterKey(key, from, 50)).toBe(to);
});
