import { RowFocus } from './RowFocus.ts';
import { rowAfterKey } from './rowSteps.ts';

test('the first row is the stop of the Tab key until another one is active', () => {
  const focus = new RowFocus();
  for (const row of [0, 1, 2]) focus.mount(row);
  expect(focus.tabStop).toBe(0);
  focus.activate(2);
  expect(focus.tabStop).toBe(2);
});

test('while the active row is scrolled away, the first that is there is the stop', () => {
  const focus = new RowFocus();
  const leave = [0, 1].map((row) => focus.mount(row));
  focus.mount(2);
  focus.mount(3);
  for (const leaveOne of leave) leaveOne();
  expect(focus.tabStop).toBe(2);
});

test('a row whose control comes anew before the old one goes is still there', () => {
  const focus = new RowFocus();
  const leaveOld = focus.mount(0);
  focus.mount(0);
  leaveOld();
  expect(focus.tabStop).toBe(0);
});

test('a row that is moved to waits for its focus until it is there', () => {
  const focus = new RowFocus();
  const heard = jest.fn();
  focus.subscribe(heard);
  focus.moveTo(900);
  expect(heard).toHaveBeenCalledTimes(1);
  expect([focus.isWanted(900), focus.isWanted(0)]).toEqual([true, false]);
  focus.taken();
  expect(focus.isWanted(900)).toBe(false);
});

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
])('%s leads from row %d of 50 to %j', (key, from, to) => {
  expect(rowAfterKey(key, from, 50)).toBe(to);
});
