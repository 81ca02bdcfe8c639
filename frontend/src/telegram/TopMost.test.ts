import { TopMost } from './TopMost.ts';

function watched() {
  const items = new TopMost<string>();
  const tops: (string | null)[] = [];
  items.watch((top) => tops.push(top));
  return { items, tops };
}

test('what came last is on top, and what lay below comes up when it goes', () => {
  const { items, tops } = watched();
  items.add('screen');
  const closeDialog = items.add('dialog');
  closeDialog();
  expect(tops).toEqual([null, 'screen', 'dialog', 'screen']);
});

test('what is taken away from the middle leaves the top alone', () => {
  const { items } = watched();
  const closePanel = items.add('panel');
  items.add('dialog');
  closePanel();
  closePanel();
  expect(items.top()).toBe('dialog');
});

test('a screen that comes under an open dialog stays below it', () => {
  const { items } = watched();
  const closeDialog = items.add('dialog');
  items.add('screen', { isBelow: true });
  expect(items.top()).toBe('dialog');
  closeDialog();
  expect(items.top()).toBe('screen');
});
