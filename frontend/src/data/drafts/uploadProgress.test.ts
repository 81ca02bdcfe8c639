import { uploadPercents } from './uploadProgress.ts';

test.each([
  ['at the start', [10, 30], 0, [0, null]],
  ['within the first', [10, 30], 0.125, [50, null]],
  ['within the second', [10, 30], 0.5, [100, 33]],
  ['at the end', [10, 30], 1, [100, 100]],
  ['of an empty file', [0], 1, [100]],
])('%s', (_when, sizes, sent, percents) => {
  expect(uploadPercents(sizes, sent)).toEqual(percents);
});
