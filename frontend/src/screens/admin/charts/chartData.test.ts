import { stacked } from './chartData.ts';

test('each series stands on top of those before it', () => {
  const series = [
    { label: 'Completed', color: '--fd-success', values: [1, 2, 0] },
    { label: 'Failed', color: '--fd-danger', values: [4, 0, 0] },
    { label: 'Pending', color: '--fd-warning', values: [1, 1, 1] },
  ] as const;
  expect(stacked(series)).toEqual([
    [1, 2, 0],
    [5, 2, 0],
    [6, 3, 1],
  ]);
  expect(stacked([])).toEqual([]);
});
