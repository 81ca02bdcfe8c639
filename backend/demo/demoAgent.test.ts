import { type Endpoint, type PollResponse, pollDevice, reportPosted, reportSubmitting } from '@flyerdeck/contracts';
import { pino } from 'pino';
import sharp from 'sharp';
import { until } from '../test/eventually.ts';
import { DemoAgent } from './demoAgent.ts';
import { ApiFailure, type DemoApi } from './demoApi.ts';
import { readDemoAvatar, readDemoFlyers } from './demoFlyers.ts';
import { DEMO_PAGES, type DemoPage } from './demoPages.ts';

describe('agent', () => {
  const POSTING = {
    id: '7b0c7c1e-9f0e-4f6e-8d5c-0c8d9b1c2a3d',
    claim_token: 'token',
    text: '',
    image_url: null,
    scheduled_for: null,
    lease_expires_at: new Date().toISOString(),
    attempt: 1,
  };
  const answer = (posting: PollResponse['posting']): PollResponse => ({
    page: { guid: POSTING.id, linked: true },
    posting,
    wait_reason: null,
    wait_until: null,
    await_hint: false,
    next_poll_seconds: 1,
    site_pack_version: 1,
    latest_extension_version: '1.0.0',
  });

  let calls: string[];
  let agent: DemoAgent | null = null;

  /** Starts an agent with a simulated API. Calls without a given answer succeed with an empty one. */
  function startAgent(answers: Partial<Record<string, (nth: number) => unknown>>) {
    calls = [];
    const api = (async (endpoint: Endpoint) => {
      const nth = calls.filter((path) => path === endpoint.path).length + 1;
      calls.push(endpoint.path);
      return answers[endpoint.path]?.(nth) ?? (endpoint.path === pollDevice.path ? answer(null) : {});
    }) as DemoApi;
    agent = new DemoAgent({
      api,
      logger: pino({ level: 'silent' }),
      page: DEMO_PAGES[0] as DemoPage,
      deviceSecret: 'secret',
      pace: { minSeconds: 0.1, maxSeconds: 0.1, pollSeconds: 0.05, retrySeconds: 0.05 },
    });
    return agent;
  }
  const times = (path: string) => calls.filter((called) => called === path).length;
  afterEach(() => agent?.stop());

  test('a poll that fails is repeated', async () => {
    startAgent({
      [pollDevice.path]: (nth) => {
        if (nth === 1) throw new ApiFailure(503, 'unavailable', 'busy');
        if (nth === 2) throw new TypeError('fetch failed');
        return nth === 3 ? answer(POSTING) : answer(null);
      },
    });
    await until(() => times(reportPosted.path) === 1);
  }, 15_000);

  test('a report is repeated until it succeeds', async () => {
    startAgent({
      [pollDevice.path]: (nth) => (nth === 1 ? answer(POSTING) : answer(null)),
      [reportPosted.path]: (nth) => {
        if (nth < 3) throw new TypeError('fetch failed');
        return {};
      },
    });
    await until(() => times(reportPosted.path) === 3);
  });

  test('a posting whose claim is lost is not reported as posted', async () => {
    startAgent({
      [pollDevice.path]: (nth) => (nth === 1 ? answer(POSTING) : answer(null)),
      [reportSubmitting.path]: () => {
        throw new ApiFailure(409, 'posting.claim_lost', 'This claim is over.');
      },
    });
    await until(() => times(pollDevice.path) >= 2);
    expect(times(reportSubmitting.path)).toBe(1);
    expect(times(reportPosted.path)).toBe(0);
  });

  test('a stop before `submitting` posts nothing; after it the post is still reported', async () => {
    const oneClaim = { [pollDevice.path]: (nth: number) => (nth === 1 ? answer(POSTING) : answer(null)) };
    startAgent(oneClaim);
    await until(() => times(pollDevice.path) === 1);
    await agent?.stop();
    expect(times(reportSubmitting.path) + times(reportPosted.path)).toBe(0);

    startAgent(oneClaim);
    await until(() => times(reportSubmitting.path) === 1);
    await agent?.stop();
    expect(times(reportPosted.path)).toBe(1);
  });

  test('the agent ends when its device loses its page', async () => {
    startAgent({ [pollDevice.path]: (nth) => (nth === 2 ? { ...answer(null), page: null } : answer(null)) });
    await agent?.ended;
    expect(times(pollDevice.path)).toBe(2);
  });
});

test('there are three flyers of 1080 x 1350 px', async () => {
  const sizes = await Promise.all((await readDemoFlyers()).map(({ image }) => sharp(image).metadata()));
  const flyer = expect.objectContaining({ format: 'webp', width: 1080, height: 1350 });
  expect(sizes).toEqual([flyer, flyer, flyer]);
});

test.each(DEMO_PAGES)('$name has an avatar of 256 x 256 px', async ({ username }) => {
  expect(await sharp(await readDemoAvatar(username)).metadata()).toMatchObject({ width: 256, height: 256 });
});
