import { TopMost } from './buttons.ts';

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
