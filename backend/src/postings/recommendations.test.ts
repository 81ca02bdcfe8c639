import { type PostingTimes, recommend } from './recommendations.ts';

const quick: PostingTimes = {
  analyzed: 100,
  retried: 0,
  totalMs: 60_000,
  pendingMs: 40_000,
  postingMs: 15_000,
  pictureMs: 5_000,
};

test('nothing is said as long as nothing was posted', () => {
  expect(recommend({ analyzed: 0, retried: 0, totalMs: 0, pendingMs: 0, postingMs: 0, pictureMs: 0 })).toEqual([]);
});

test('when all is well it says so', () => {
  expect(recommend(quick)).toEqual(['Postings are running at their usual speed. There is nothing to do.']);
});

describe('a sentence for what is slow:', () => {
  test.each<[string, Partial<PostingTimes>, RegExp]>([
    [
      'waiting in line, where that is most of the time',
      { totalMs: 240_000, pendingMs: 200_000 },
      /^Postings wait 3\.3m of 4\.0m in line\./,
    ],
    ['the whole', { totalMs: 360_000, pendingMs: 100_000 }, /^A posting takes 6\.0m on average, more than 5\.0m\./],
    [
      'the whole, a little, wherever the time goes',
      { totalMs: 120_001, pendingMs: 60_000 },
      /^A posting takes 2\.0m on average\. See which stage below takes longest\.$/,
    ],
    [
      'the whole, a little, for all it may take',
      { totalMs: 300_000, pendingMs: 0 },
      /^A posting takes 5\.0m on average\. /,
    ],
    [
      'waiting in line, from just over half of the time',
      { totalMs: 120_001, pendingMs: 60_001 },
      /^Postings wait 1\.0m of 2\.0m in line\./,
    ],
    ['posting, for all it may take', { postingMs: 60_000 }, /^Posting takes 1\.0m\. Smaller pictures/],
    ['screenshots, for all they may take', { pictureMs: 30_000 }, /^Screenshots take 30\.0s\. Another worker/],
    ['posting', { postingMs: 60_001 }, /^Posting takes 1\.0m, more than 1\.0m\./],
    ['posting, a little', { postingMs: 30_001 }, /^Posting takes 30\.0s\. Smaller pictures/],
    ['screenshots', { pictureMs: 30_001 }, /^Screenshots take 30\.0s, more than 30\.0s\./],
    ['screenshots, a little', { pictureMs: 15_001 }, /^Screenshots take 15\.0s\. Another worker/],
    ['many second tries', { retried: 11 }, /^11% of the postings needed another try\./],
  ])('%s', (_what, slow, sentence) => {
    expect(recommend({ ...quick, ...slow })).toEqual([expect.stringMatching(sentence)]);
  });

  test.each<[string, Partial<PostingTimes>]>([
    ['posting just within its time', { postingMs: 30_000 }],
    ['screenshots just within their time', { pictureMs: 15_000 }],
    ['the whole just within its time', { totalMs: 120_000, pendingMs: 110_000 }],
    ['a few second tries', { retried: 10 }],
  ])('none for %s', (_what, times) => {
    expect(recommend({ ...quick, ...times })).toHaveLength(1);
    expect(recommend({ ...quick, ...times })[0]).toMatch(/nothing to do/);
  });
});

test('each thing that is slow is named', () => {
  expect(
    recommend({ ...quick, totalMs: 400_000, pendingMs: 300_000, postingMs: 70_000, pictureMs: 31_000, retried: 50 }),
  ).toHaveLength(5);
});
