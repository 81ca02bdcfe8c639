import { STAND_IN_PACK } from '../../test/extension/siteDocument.ts';
import type { Device, Job, Outcome } from '../shared/extensionStorage.ts';
import type { AnswerTo } from '../shared/messages.ts';
import { finishJob, resumeJob } from './finishJob.ts';
import { getFeedChecks, sendReport } from './productApi.ts';
import { ask, onFeed, onFeedBeside } from './workTab.ts';

const mockStored = new Map<string, unknown>();
jest.mock('../shared/extensionStorage.ts', () => ({
  read: async (key: string) => mockStored.get(key) ?? null,
  write: async (key: string, value: unknown) => mockStored.set(key, value),
  forget: async (...keys: string[]) => keys.map((key) => mockStored.delete(key)),
  // Without an outcome in the store, none comes.
  outcomeOf: async () =>
    (mockStored.get('outcome') as { outcome: unknown } | undefined)?.outcome ?? new Promise(() => undefined),
}));
jest.mock('../shared/manifestValues.ts', () => ({ siteOrigin: 'https://site.example' }));
jest.mock('./workTab.ts', () => ({ ask: jest.fn(), onFeed: jest.fn(), onFeedBeside: jest.fn() }));
jest.mock('./productApi.ts', () => ({
  ApiFailure: class extends Error {},
  getFeedChecks: jest.fn(),
  sendReport: jest.fn(),
  serverNow: async () => Date.now(),
  startHeartbeat: () => () => undefined,
}));

const DEVICE = { secret: 'secret', page: { creatorId: '1', username: 'luna' } } as Device;
const JOB: Job = {
  posting: {
    id: 'p',
    claim_token: 't',
    text: 'A flyer',
    image_url: null,
    scheduled_for: null,
    claimedAt: new Date().toISOString(),
    lease_expires_at: '',
    attempt: 1,
  },
  step: 'pressing',
  tabId: 1,
  report: null,
};
const REFUSED: Outcome = {
  kind: 'refused',
  refusal: 'rate_limited',
  message: 'Try again in 10 minutes.',
  retryAfterSeconds: 600,
};
const KNOWN = [{ external_post_id: '6', path: '/6/luna' }];
const about = { posting_id: 'p', attempt: 1 };
const feed = (verdict: AnswerTo['feed']['verdicts'][number]): AnswerTo['feed'] => ({
  isReadable: true,
  verdicts: [verdict],
});
/** Waits for a call whose waits are shortened by fake timers. */
const settled = async <T>(call: Promise<T>): Promise<T> => {
  await jest.advanceTimersByTimeAsync(10_000);
  return call;
};
const finish = async (outcome: Outcome, job: Job = JOB) => {
  mockStored.set('job', job).set('outcome', { postingId: 'p', outcome });
  await settled(finishJob(DEVICE, job));
  return jest.mocked(sendReport).mock.calls.map(([, , report]) => report);
};

beforeEach(() => {
  jest.useFakeTimers();
  jest.mocked(sendReport).mockReset();
  jest
    .mocked(onFeed)
    .mockReset()
    .mockImplementation(async (_, read) => read(1));
  jest
    .mocked(onFeedBeside)
    .mockReset()
    .mockImplementation(async (_, read) => read(2));
  jest.mocked(getFeedChecks).mockResolvedValue({ checks: [], known_posts: KNOWN, next_check_seconds: null });
  jest.mocked(ask).mockReset();
  mockStored.clear();
  mockStored.set('sitePack', { pack: STAND_IN_PACK });
});
afterEach(() => jest.useRealTimers());

test('a named refusal of a post that the feed does not show is a failure, with its kind and its time', async () => {
  jest.mocked(ask).mockResolvedValue(feed({ ...about, verdict: 'absent' }) as never);
  expect(await finish(REFUSED)).toEqual([
    {
      kind: 'failed',
      code: 'rate_limited',
      message: 'The creator site refused the post: Try again in 10 minutes.',
      retry_after_seconds: 600,
    },
  ]);
  expect(jest.mocked(ask).mock.calls[0]?.[1]).toMatchObject({
    kind: 'feed',
    username: 'luna',
    knownPosts: KNOWN,
    checks: [{ text: 'A flyer', has_image: false, external_post_id: null }],
  });
});

describe('a press that loads another page', () => {
  const shows = (...ids: (string | null)[]) => {
    for (const externalPostId of ids)
      jest.mocked(ask).mockResolvedValueOnce({ isPressedHere: false, externalPostId } as never);
  };
  const finishElsewhere = async () => {
    await settled(finishJob(DEVICE, JOB));
    return jest.mocked(sendReport).mock.calls.map(([, , report]) => report);
  };

  test('is posted when the page names a post that no other posting has', async () => {
    shows(null, '7');
    expect(await finishElsewhere()).toMatchObject([{ kind: 'posted', external_post_id: '7' }]);
  });

  test('is in doubt soon when the page says nothing of a post, such as one that asks for a captcha', async () => {
    jest.mocked(ask).mockResolvedValue({ isPressedHere: false, externalPostId: null } as never);
    mockStored.set('job', JOB);
    const finished = finishJob(DEVICE, JOB);
    await jest.advanceTimersByTimeAsync(19_000);
    expect(mockStored.has('job')).toBe(true);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(mockStored.has('job')).toBe(false);
    await finished;
    expect(sendReport).not.toHaveBeenCalled();
  });

  test.each(['found', 'absent'] as const)(
    'of a site that says nothing is looked up in the feed, which has it %s',
    async (verdict) => {
      mockStored.set('sitePack', { pack: { ...STAND_IN_PACK, outcome: {} } });
      const found = { ...about, verdict: 'found', external_post_id: '7', path: '/7/luna' } as const;
      jest
        .mocked(ask)
        .mockImplementation(async (_, { kind }) =>
          kind === 'feed'
            ? (feed(verdict === 'found' ? found : { ...about, verdict }) as never)
            : ({ isPressedHere: false, externalPostId: null } as never),
        );
      const finished = finishJob(DEVICE, JOB);
      await jest.advanceTimersByTimeAsync(150_000);
      await finished;
      const reports = jest.mocked(sendReport).mock.calls.map(([, , report]) => report);
      expect(reports).toMatchObject(verdict === 'found' ? [{ kind: 'posted', external_post_id: '7' }] : []);
    },
  );

  test('is not known to be posted by a page about an earlier post [S2.3-2]', async () => {
    shows('6', '6', '7');
    expect(await finishElsewhere()).toMatchObject([{ kind: 'posted', external_post_id: '7' }]);
  });
});

test('a refused post that the feed shows is posted [S2.3-2]', async () => {
  jest
    .mocked(ask)
    .mockResolvedValue(feed({ ...about, verdict: 'found', external_post_id: '7', path: '/7/luna' }) as never);
  expect(await finish(REFUSED)).toMatchObject([{ kind: 'posted', external_post_id: '7' }]);
});

test('a post is looked for together with other postings in doubt, whose post could have the same text [S2.3-2]', async () => {
  const doubt = { posting_id: 'q', kind: 'unconfirmed', text: 'A flyer' };
  const checks = [doubt, { ...doubt, posting_id: 'p' }, { ...doubt, posting_id: 'r', kind: 'still_there' }] as never;
  jest.mocked(getFeedChecks).mockResolvedValue({ checks, known_posts: KNOWN, next_check_seconds: null });
  jest.mocked(ask).mockResolvedValue(feed({ ...about, verdict: 'unreadable' }) as never);
  await finish(REFUSED);
  expect(jest.mocked(ask).mock.calls[0]?.[1]).toMatchObject({ checks: [{ posting_id: 'p' }, { posting_id: 'q' }] });
});

test('a refused post stays in doubt if the feed cannot be read [S2.3-2]', async () => {
  jest.mocked(ask).mockResolvedValue(feed({ ...about, verdict: 'unreadable' }) as never);
  expect(await finish(REFUSED)).toEqual([]);
  expect(mockStored.has('job')).toBe(false);
});

test('a refused post stays in doubt if the site or the server does not answer', async () => {
  jest.mocked(onFeed).mockRejectedValue(new Error('The creator site did not answer.'));
  expect(await finish(REFUSED)).toEqual([]);
  jest.mocked(getFeedChecks).mockRejectedValue(new Error('offline'));
  expect(await finish(REFUSED)).toEqual([]);
});

test('a scheduled post is not in the feed before its time: its refusal counts', async () => {
  const posting = { ...JOB.posting, scheduled_for: '2030-01-01T00:00:00Z' };
  expect(await finish(REFUSED, { ...JOB, posting })).toMatchObject([{ kind: 'failed', code: 'rate_limited' }]);
  expect(onFeed).not.toHaveBeenCalled();
});

describe('a message of the site that names no new post', () => {
  const claim = async (externalPostId: string | null, job: Job = JOB, form: { isFormKept?: true } = {}) => {
    mockStored.set('job', job).set('outcome', { postingId: 'p', outcome: { kind: 'posted', externalPostId, ...form } });
    const finished = finishJob(DEVICE, job);
    await jest.advanceTimersByTimeAsync(120_000);
    await finished;
    return jest.mocked(sendReport).mock.calls.map(([, , report]) => report);
  };
  /** Each look reads the feed twice. */
  const answers = (...verdicts: AnswerTo['feed']['verdicts']) => {
    const looks = verdicts.flatMap((verdict) => [feed(verdict), feed(verdict)]);
    jest
      .mocked(ask)
      .mockImplementation((async (_: number, { kind }: { kind: string }) =>
        kind === 'feed' ? looks.shift() : null) as never);
  };
  const absent = { ...about, verdict: 'absent' } as const;
  const found = { ...about, verdict: 'found', external_post_id: '7', path: '/7/luna' } as const;

  test.each([null, '6'])('(%s) is a claim: the feed is read in another window until it shows the post', async (id) => {
    answers(absent, { ...about, verdict: 'unreadable' }, found);
    expect(await claim(id)).toMatchObject([{ kind: 'posted', external_post_id: '7' }]);
    expect(onFeedBeside).toHaveBeenCalledTimes(3);
    // The page that was pressed may still have to send the post.
    expect(onFeed).not.toHaveBeenCalled();
    expect(jest.mocked(ask).mock.calls.filter(([tabId, { kind }]) => kind === 'feed' && tabId !== 2)).toEqual([]);
  });

  test('is reported as it is after that time for a scheduled post, which no feed shows', async () => {
    const posting = { ...JOB.posting, scheduled_for: '2030-01-01T00:00:00Z' };
    expect(await claim(null, { ...JOB, posting })).toMatchObject([{ kind: 'posted', external_post_id: undefined }]);
    expect(onFeedBeside).not.toHaveBeenCalled();
  });

  test('is not reported while the form holds the post and can be sent: it may be about a post of the phone', async () => {
    jest.mocked(ask).mockResolvedValue(feed(absent) as never);
    expect(await claim('9', JOB, { isFormKept: true })).toEqual([]);
    answers(found);
    expect(await claim('9', JOB, { isFormKept: true })).toMatchObject([{ kind: 'posted', external_post_id: '7' }]);
  });
});

test('a worker that was killed while it read the feed reads it again, and never asks for a press', async () => {
  mockStored.set('job', JOB).set('outcome', { postingId: 'p', outcome: REFUSED });
  jest.mocked(ask).mockResolvedValue(feed({ ...about, verdict: 'absent' }) as never);
  expect(await settled(resumeJob(DEVICE, JOB))).toBe(true);
  expect(jest.mocked(ask).mock.calls.map(([, { kind }]) => kind)).toEqual(['feed', 'feed']);
  expect(sendReport).toHaveBeenCalledTimes(1);
});

test('a document that was loaded after the press says nothing: the posting stays in doubt', async () => {
  mockStored.set('job', JOB);
  jest.mocked(ask).mockResolvedValue({ state: 'unknown' } as never);
  expect(await settled(resumeJob(DEVICE, JOB))).toBe(true);
  expect(sendReport).not.toHaveBeenCalled();
});

describe('a worker that was ended before the press', () => {
  const notPressed = { kind: 'failed', code: 'not_pressed' };
  const reports = () => jest.mocked(sendReport).mock.calls.map(([, , report]) => report);

  test('reports so: it never asked for the press', async () => {
    expect(await settled(resumeJob(DEVICE, { ...JOB, step: 'submitting' }))).toBe(true);
    expect(reports()).toMatchObject([notPressed]);
    expect(ask).not.toHaveBeenCalled();
    expect(mockStored.has('job')).toBe(false);
  });

  test('reports so if the same document has not pressed, and never will', async () => {
    jest.mocked(ask).mockResolvedValue({ state: 'not_pressed' } as never);
    expect(await settled(resumeJob(DEVICE, JOB))).toBe(true);
    expect(reports()).toMatchObject([notPressed]);
  });
});

describe('a press after which the site acts for another account', () => {
  const changed = {
    kind: 'failed',
    code: 'account_changed',
    message: 'The account changed while posting: the post may be on @iris.',
    other_creator_id: '2',
  };

  test('is a doubt that names it', async () => {
    expect(await finish({ kind: 'wrong_account', creatorId: '2', username: 'iris' })).toEqual([changed]);
  });

  test('is one also if the page that it has loaded says that it is posted', async () => {
    const account = { creatorId: '2', username: 'iris' };
    jest.mocked(ask).mockResolvedValue({ isPressedHere: false, externalPostId: '7', account } as never);
    await settled(finishJob(DEVICE, JOB));
    expect(jest.mocked(sendReport).mock.calls.map(([, , report]) => report)).toEqual([changed]);
  });
});
