import { getPerformanceAnalytics } from '@flyerdeck/contracts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { type Person, signUpAdmin } from './people.testing.ts';
import { signUpPosting } from './postingOwner.testing.ts';
import { setTimes, setTotalTime } from './postingTimes.testing.ts';

const server = useTestServer();
const empty = useTestServer();

let admin: Person;
beforeAll(async () => {
  admin = await signUpAdmin(server);
});

describeCall(server, getPerformanceAnalytics, ({ succeeds }) => {
  const analyze = (limit?: number) => server.call(getPerformanceAnalytics, { as: admin.as, query: { limit } });
  /** Creates completed postings with these times, in this order of completion. */
  async function complete(
    ...times: { pending_ms: number; posting_ms: number; posted_ms: number; failed_ms?: number }[]
  ) {
    const owner = await signUpPosting(server, { flyers: times.map((_, index) => `Flyer ${index}`) });
    for (const parts of times) {
      const id = await owner.post(owner.pages[0], 'completed');
      await setTimes(server, id, parts);
      await setTotalTime(
        server,
        id,
        Object.values(parts).reduce((sum, ms) => sum + ms, 0),
      );
      await server.context.pool.query('UPDATE posting_transitions SET duration_ms = $2 WHERE posting_id = $1', [
        id,
        parts.posting_ms,
      ]);
    }
  }

  succeeds('shows average, shortest and longest of the latest completed postings', async () => {
    await complete({ pending_ms: 9_000_000, posting_ms: 1, posted_ms: 1 });
    await complete(
      { pending_ms: 10_000, posting_ms: 20_000, posted_ms: 3_000 },
      { pending_ms: 20_000, posting_ms: 40_000, posted_ms: 5_000 },
    );
    const answer = await analyze(2);
    expect(answer.json).toEqual({
      total_analyzed: 2,
      total_posting_time: { avg_ms: 49_000, min_ms: 33_000, max_ms: 65_000 },
      claim_to_posted_time: { avg_ms: 30_000, min_ms: 20_000, max_ms: 40_000 },
      screenshot_generation_time: { avg_ms: 4_000, min_ms: 3_000, max_ms: 5_000 },
      recommendations: [expect.any(String)],
      status_transitions: {
        'pending -> posting': { count: 2, avg_ms: 30_000, min_ms: 20_000, max_ms: 40_000 },
        'posted -> completed': { count: 2, avg_ms: 30_000, min_ms: 20_000, max_ms: 40_000 },
        'posting -> posted': { count: 2, avg_ms: 30_000, min_ms: 20_000, max_ms: 40_000 },
      },
      bottlenecks: { posting: 2 },
    });
  });

  succeeds('counts each posting under the status that took longest, most frequent status first', async () => {
    await complete(
      { pending_ms: 10, posting_ms: 1, posted_ms: 1 },
      { pending_ms: 1, posting_ms: 1, posted_ms: 1, failed_ms: 10 },
      { pending_ms: 1, posting_ms: 1, posted_ms: 10 },
      { pending_ms: 1, posting_ms: 1, posted_ms: 10 },
    );
    const answer = await analyze(4);
    expect(Object.entries(answer.json.bottlenecks)).toEqual([
      ['posted', 2],
      ['failed', 1],
      ['pending', 1],
    ]);
  });

  succeeds('returns zeros and empty lists when no posting was completed', async () => {
    const owner = await signUpPosting(empty);
    await owner.post(owner.pages[0], 'failed');
    const answer = await empty.call(getPerformanceAnalytics, { as: (await signUpAdmin(empty)).as });
    const ZERO_TIMES = { avg_ms: 0, min_ms: 0, max_ms: 0 };
    expect(answer.json).toEqual({
      total_analyzed: 0,
      total_posting_time: ZERO_TIMES,
      claim_to_posted_time: ZERO_TIMES,
      screenshot_generation_time: ZERO_TIMES,
      recommendations: [],
      status_transitions: {},
      bottlenecks: {},
    });
  });
});
