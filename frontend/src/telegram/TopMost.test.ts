import { TopMost } from './TopMost.ts';

function watched() {
  const items = new TopMost<string>();
  const tops: (string | null)[] = [];
  items.watch((top) => tops.push(top));
  return { items, tops };
}

test('the last added item is on top, and the previous one after its removal', () => {
  const { items, tops } = watched();
  items.add('screen');
  const closeDialog = items.add('dialog');
  closeDialog();
  expect(tops).toEqual([null, 'screen', 'dialog', 'screen']);
});

test('removing an item below the top does not change the top', () => {
  const { items } = watched();
  const closePanel = items.add('panel');
  items.add('dialog');
  closePanel();
  closePanel();
  expect(items.top()).toBe('dialog');
});

test('an item that is added below an open dialog becomes the top after the dialog is closed', () => {
  const { items } = watched();
  const closeDialog = items.add('dialog');
  items.add('screen', { isBelow: true });
  expect(items.top()).toBe('dialog');
  closeDialog();
  expect(items.top()).toBe('screen');
});
