import { stacked } from './chartData.ts';

test('each series is added to the sum of the previous series', () => {
  const rows = [
    [1, 2, 0],
    [4, 0, 0],
    [1, 1, 1],
  ];
  expect(stacked(rows)).toEqual([
    [1, 2, 0],
    [5, 2, 0],
    [6, 3, 1],
  ]);
  expect(stacked([])).toEqual([]);
});
