import { uploadPercents } from './uploadProgress.ts';

test.each([
  ['percent of each file at the start', [10, 30], 0, [0, null]],
  ['percent of each file during the first file', [10, 30], 0.125, [50, null]],
  ['percent of each file during the second file', [10, 30], 0.5, [100, 33]],
  ['percent of each file at the end', [10, 30], 1, [100, 100]],
  ['percent of an empty file', [0], 1, [100]],
])('%s', (_when, sizes, sent, percents) => {
  expect(uploadPercents(sizes, sent)).toEqual(percents);
});
