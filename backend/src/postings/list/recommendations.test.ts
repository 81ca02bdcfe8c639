import { type PostingTimes, recommend } from './analytics.query.ts';

const quick: PostingTimes = {
  analyzed: 100,
  retried: 0,
  totalMs: 60_000,
  pendingMs: 40_000,
  postingMs: 15_000,
  screenshotMs: 5_000,
};

test('returns no sentence without postings', () => {
  expect(recommend({ analyzed: 0, retried: 0, totalMs: 0, pendingMs: 0, postingMs: 0, screenshotMs: 0 })).toEqual([]);
});

test('returns one sentence that there is nothing to do at usual speed', () => {
  expect(recommend(quick)).toEqual(['Postings are running at their usual speed. There is nothing to do.']);
});

describe('returns', () => {
  test.each<[string, Partial<PostingTimes>, RegExp]>([
    [
      'waiting in the queue, when it takes most of the time',
      { totalMs: 240_000, pendingMs: 200_000 },
      /^Postings wait 3\.3m of 4\.0m in the queue\./,
    ],
    [
      'the total time above 5 minutes',
      { totalMs: 360_000, pendingMs: 100_000 },
      /^A posting takes 6\.0m on average, more than 5\.0m\./,
    ],
    [
      'the total time above 2 minutes without waiting for most of it',
      { totalMs: 120_001, pendingMs: 60_000 },
      /^A posting takes 2\.0m on average\. See which stage below takes longest\.$/,
    ],
    ['the total time of exactly 5 minutes', { totalMs: 300_000, pendingMs: 0 }, /^A posting takes 5\.0m on average\. /],
    [
      'waiting in the queue, when it takes 1 ms more than half of the time',
      { totalMs: 120_001, pendingMs: 60_001 },
      /^Postings wait 1\.0m of 2\.0m in the queue\./,
    ],
    ['posting for exactly 1 minute', { postingMs: 60_000 }, /^Posting takes 1\.0m\. Smaller pictures/],
    ['screenshots of exactly 30 seconds', { screenshotMs: 30_000 }, /^Screenshots take 30\.0s\. Another worker/],
    ['posting above 1 minute', { postingMs: 60_001 }, /^Posting takes 1\.0m, more than 1\.0m\./],
    ['posting above 30 seconds', { postingMs: 30_001 }, /^Posting takes 30\.0s\. Smaller pictures/],
    ['screenshots above 30 seconds', { screenshotMs: 30_001 }, /^Screenshots take 30\.0s, more than 30\.0s\./],
    ['screenshots above 15 seconds', { screenshotMs: 15_001 }, /^Screenshots take 15\.0s\. Another worker/],
    ['more than 10% of retries', { retried: 11 }, /^11% of the postings needed another try\./],
  ])('a sentence about %s', (_what, slow, sentence) => {
    expect(recommend({ ...quick, ...slow })).toEqual([expect.stringMatching(sentence)]);
  });

  test.each<[string, Partial<PostingTimes>]>([
    ['posting of exactly 30 seconds', { postingMs: 30_000 }],
    ['screenshots of exactly 15 seconds', { screenshotMs: 15_000 }],
    ['a total time of exactly 2 minutes', { totalMs: 120_000, pendingMs: 110_000 }],
    ['10% of retries', { retried: 10 }],
  ])('no sentence about %s', (_what, times) => {
    expect(recommend({ ...quick, ...times })).toHaveLength(1);
    expect(recommend({ ...quick, ...times })[0]).toMatch(/nothing to do/);
  });
});

test('returns a sentence for each of several slow stages', () => {
  expect(
    recommend({ ...quick, totalMs: 400_000, pendingMs: 300_000, postingMs: 70_000, screenshotMs: 31_000, retried: 50 }),
  ).toHaveLength(5);
});
