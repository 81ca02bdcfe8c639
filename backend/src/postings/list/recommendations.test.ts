import { type PostingTimes, recommend } from './analytics.query.ts';

const quick: PostingTimes = {
  analyzed: 100,
  retried: 0,
  totalMs: 60_000,
  pendingMs: 40_000,
  postingMs: 15_000,
  screenshotMs: 5_000,
};
const NOTHING = /^Postings are running at their usual speed\. There is nothing to do\.$/;

test.each<[string, Partial<PostingTimes>, RegExp]>([
  ['usual times', {}, NOTHING],
  [
    'a queue of most of the time',
    { totalMs: 240_000, pendingMs: 200_000 },
    /^Postings wait 3\.3m of 4\.0m in the queue\./,
  ],
  ['1 ms more than half', { totalMs: 120_001, pendingMs: 60_001 }, /^Postings wait 1\.0m of 2\.0m in the queue\./],
  ['above 5 minutes', { totalMs: 360_000, pendingMs: 100_000 }, /^A posting takes 6\.0m on average, more than 5\.0m\./],
  [
    '5 minutes',
    { totalMs: 300_000, pendingMs: 0 },
    /^A posting takes 5\.0m on average\. See which stage below takes longest\.$/,
  ],
  ['above 2 minutes', { totalMs: 120_001, pendingMs: 60_000 }, /^A posting takes 2\.0m on average\. /],
  ['2 minutes', { totalMs: 120_000, pendingMs: 110_000 }, NOTHING],
  ['posting above 1 minute', { postingMs: 60_001 }, /^Posting takes 1\.0m, more than 1\.0m\./],
  ['posting of 1 minute', { postingMs: 60_000 }, /^Posting takes 1\.0m\. Smaller pictures/],
  ['posting above 30 seconds', { postingMs: 30_001 }, /^Posting takes 30\.0s\. Smaller pictures/],
  ['posting of 30 seconds', { postingMs: 30_000 }, NOTHING],
  ['screenshots above 30 seconds', { screenshotMs: 30_001 }, /^Screenshots take 30\.0s, more than 30\.0s\./],
  ['screenshots of 30 seconds', { screenshotMs: 30_000 }, /^Screenshots take 30\.0s\. Another worker/],
  ['screenshots above 15 seconds', { screenshotMs: 15_001 }, /^Screenshots take 15\.0s\. Another worker/],
  ['screenshots of 15 seconds', { screenshotMs: 15_000 }, NOTHING],
  ['more than 10% of retries', { retried: 11 }, /^11% of the postings needed another try\./],
  ['10% of retries', { retried: 10 }, NOTHING],
])('one sentence about %s', (_what, times, sentence) => {
  expect(recommend({ ...quick, ...times })).toEqual([expect.stringMatching(sentence)]);
});
