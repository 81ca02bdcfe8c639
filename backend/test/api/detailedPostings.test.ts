import { type DetailedPosting, listDetailedPostings, type QueryOf } from '@flyerdeck/contracts';
import { deviceOf } from '../deviceCalls.ts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { useAdmin } from './people.testing.ts';
import { signUpPosting } from './postingOwner.testing.ts';
import { setTimes, setTotalTime } from './postingTimes.testing.ts';

const server = useTestServer();

const admin = useAdmin(server);

type Query = QueryOf<typeof listDetailedPostings>;
const search = (query: Query = {}) => server.call(listDetailedPostings, { as: admin.as, query });
const idsOf = (postings: readonly DetailedPosting[]) => postings.map(({ id }) => id);

/** A word that only one test uses in its texts, so that its search finds only its own postings. */
let lastWord = 0;
const newWord = () => `word${++lastWord}x`;

describeCall(server, listDetailedPostings, ({ succeeds }) => {
  succeeds('shows a completed posting with all its times', async () => {
    const word = newWord();
    const owner = await signUpPosting(server, { flyers: [word], pages: ['Alpha'], name: 'Spring' });
    const id = await owner.post(owner.pages[0], 'completed');
    await setTimes(server, id, { pending_ms: 60_000, posting_ms: 30_000, posted_ms: 10_000, posting_visits: 2 });
    await setTotalTime(server, id, 100_000);
    const answer = await search({ search: word });
    const [posting] = answer.json.postings;
    const durations = {
      pending: { total_ms: 60_000, visits: 1, avg_ms: 60_000 },
      posting: { total_ms: 30_000, visits: 2, avg_ms: 15_000 },
      posted: { total_ms: 10_000, visits: 1, avg_ms: 10_000 },
    };
    expect(posting).toMatchObject({
      id,
      userId: owner.telegramId,
      guid: owner.pages[0]?.guid,
      status: 'completed',
      status_since: posting?.performance_summary.final_completion_at,
      description: word,
      assistant_id: owner.assistantId,
      assistant_name: 'Spring',
      page_name: 'Alpha',
      status_durations: durations,
      total_duration: 100_000,
      performance_summary: { bottleneck_status: 'pending', first_pending_at: posting?.created_at },
      performance_metrics: {
        status_transitions: [{ to_status: 'posting' }, { to_status: 'posted' }, { to_status: 'completed' }],
        status_durations: durations,
        total_posting_duration_ms: 100_000,
      },
    });
  });

  succeeds(
    'counts completed visits of a status, and shows the start of the current status and the error of a failed posting',
    async () => {
      const word = newWord();
      const owner = await signUpPosting(server, { flyers: [word], pages: ['Alpha', 'Beta'] });
      const { pool } = server.context;
      const hour = 3_600_000;
      await pool.query(
        `UPDATE page_postings SET created_at = now() - interval '1 hour', status_since = now() - interval '1 hour'
       WHERE owner_id = $1`,
        [owner.id],
      );
      const failed = await owner.post(owner.pages[0], 'failed');
      const answer = await search({ search: word, sort_by: 'status', sort_order: 1 });
      const [shownFailed, pending] = answer.json.postings;
      expect(shownFailed).toMatchObject({ id: failed, status: 'failed', errorMessage: 'The site said no.' });
      expect(Object.keys(shownFailed?.status_durations ?? {}).sort()).toEqual(['pending', 'posting']);
      expect(shownFailed?.status_durations.pending).toMatchObject({ visits: 1 });
      expect(shownFailed?.status_durations.pending?.total_ms).toBeGreaterThanOrEqual(hour);
      expect(shownFailed?.total_duration).toBeGreaterThanOrEqual(hour);
      // Both times are rounded down to whole milliseconds, so their difference may be one millisecond off.
      const between = Date.parse(shownFailed?.status_since ?? '') - Date.parse(shownFailed?.created_at ?? '');
      expect(Math.abs((shownFailed?.total_duration ?? Number.NaN) - between)).toBeLessThanOrEqual(1);
      expect(shownFailed?.performance_summary.bottleneck_status).toBe('pending');
      expect(pending).toMatchObject({
        status: 'pending',
        status_since: pending?.created_at,
        status_durations: {},
        total_duration: 0,
        performance_summary: { final_completion_at: null, bottleneck_status: null },
      });
    },
  );

  succeeds('searches by text, page, assistant, user, guid and error, ignoring case', async () => {
    const owner = await signUpPosting(server, {
      flyers: ['Summer Sale'],
      pages: ['Queen of Hearts'],
      name: 'Autumn plan',
    });
    const id = await owner.post(owner.pages[0], 'failed');
    const guid = owner.pages[0]?.guid ?? '';
    const finds = async (text: string) => idsOf((await search({ search: text })).json.postings).includes(id);
    for (const text of [
      'mmer sal',
      'QUEEN',
      'autumn PLAN',
      owner.telegramId,
      `user${owner.telegramId}`,
      guid.slice(3, 20),
      'site SAID',
      ' summer ',
      `@user${owner.telegramId}`,
      id,
    ]) {
      expect({ text, found: await finds(text) }).toEqual({ text, found: true });
    }
    expect(await finds('winter')).toBe(false);
  });

  succeeds('filters by owner, page, assistant, status and time, together with a search', async () => {
    const word = newWord();
    const owner = await signUpPosting(server, { flyers: [`${word} 1`, `${word} 2`], pages: ['A', 'B'] });
    const other = await signUpPosting(server, { flyers: [`${word} 1`] });
    const failed = await owner.post(owner.pages[0], 'failed');
    const found = async (query: Query) => (await search({ search: word, ...query })).json.total;
    const username = `user${owner.telegramId}`;
    const before = new Date(Date.now() - 60_000).toISOString();
    const later = new Date(Date.now() + 60_000).toISOString();
    for (const [query, total] of [
      [{}, 5],
      [{ owner: owner.telegramId }, 4],
      [{ owner: `@${username}` }, 4],
      [{ owner: `@${username.slice(0, -1)}` }, 0],
      [{ guid: owner.pages[1]?.guid }, 2],
      [{ assistant: other.assistantId }, 1],
      [{ status: 'failed' as const }, 1],
      [{ owner: other.telegramId, status: 'failed' as const }, 0],
      [{ created_from: before, created_to: later }, 5],
      [{ created_from: later }, 0],
      [{ created_to: before }, 0],
    ] as const) {
      expect([query, await found(query)]).toEqual([query, total]);
      expect([query, await found({ ...query, search: `${word} ` })]).toEqual([query, total]);
    }
    const { json } = await search({ owner: owner.telegramId, status: 'failed' });
    expect(idsOf(json.postings)).toEqual([failed]);
    expect((await search({ guid: owner.pages[1]?.guid })).json.total).toBe(2);
    expect((await search({ assistant: owner.assistantId, created_from: before })).json.total).toBe(4);
  });

  succeeds('finds stuck work: claims, posts without a screenshot and unconfirmed postings', async () => {
    const pages = ['A', 'B', 'C', 'D', 'E'];
    const owner = await signUpPosting(server, { pages });
    const { pool, db } = server.context;
    const [claimed, posted, unconfirmed] = [
      await owner.post(owner.pages[0], 'claimed'),
      await owner.post(owner.pages[1], 'posted'),
      await owner.post(owner.pages[2], 'unconfirmed'),
    ];
    const device = deviceOf(db, owner.pages[3] as (typeof owner.pages)[number]);
    const submitting = await device.claim();
    await device.submitting(submitting);
    await pool.query(
      `UPDATE in_flight SET claimed_at = claimed_at - interval '20 minutes', submitting_at = submitting_at - interval '20 minutes'
       WHERE owner_id = $1`,
      [owner.id],
    );
    await pool.query(`UPDATE page_postings SET updated_at = updated_at - interval '20 minutes' WHERE id = $1`, [
      posted,
    ]);
    const found = async (query: Query) =>
      idsOf((await search({ owner: owner.telegramId, ...query })).json.postings).toSorted();
    expect(await found({ stuck: 'claimed' })).toEqual([claimed]);
    expect(await found({ stuck: 'submitting', stuck_minutes: 19 })).toEqual([submitting.id]);
    expect(await found({ stuck: 'submitting', stuck_minutes: 21 })).toEqual([]);
    expect(await found({ stuck: 'screenshot' })).toEqual([posted]);
    expect(await found({ stuck: 'unconfirmed' })).toEqual([unconfirmed]);
    expect(await found({ stuck: 'any' })).toEqual([claimed, posted, unconfirmed, submitting.id].toSorted());
    expect(await found({ stuck: 'any', status: 'posted' })).toEqual([posted]);
  });

  succeeds('finds what a page does not claim although nothing holds it back', async () => {
    const owner = await signUpPosting(server, { flyers: ['One', 'Two'], pages: ['A'] });
    const { pool } = server.context;
    const [page] = owner.pages;
    const waiting = async () => (await search({ owner: owner.telegramId, stuck: 'waiting' })).json.postings;
    const HOUR_AGO = "now() - interval '1 hour'";
    await pool.query(`UPDATE page_postings SET status_since = ${HOUR_AGO} WHERE owner_id = $1`, [owner.id]);
    await pool.query('UPDATE pages SET last_polled_at = now() WHERE owner_id = $1', [owner.id]);
    // Posting was started a moment ago.
    expect(await waiting()).toEqual([]);
    await pool.query(`UPDATE users SET posting_switched_at = ${HOUR_AGO} WHERE id = $1`, [owner.id]);
    expect((await waiting()).map(({ description }) => description)).toEqual(['One']);
    for (const held of [
      "health = 'logged_out'",
      "last_polled_at = now() - interval '5 minutes'",
      "limited_until = now() + interval '1 hour'",
      "refusal_kind = 'content', paused_until = now() + interval '1 hour'",
      "has_scheduler = false, next_due_at = now() + interval '1 hour'",
      'unlinked_at = now()',
    ]) {
      await pool.query(`UPDATE pages SET ${held} WHERE owner_id = $1`, [owner.id]);
      expect([held, await waiting()]).toEqual([held, []]);
      await pool.query(
        `UPDATE pages SET health = 'ok', last_polled_at = now(), limited_until = NULL, refusal_kind = NULL, paused_until = NULL,
           has_scheduler = true, next_due_at = NULL, unlinked_at = NULL WHERE owner_id = $1`,
        [owner.id],
      );
    }
    expect(await waiting()).toHaveLength(1);
    // It claims and posts: the next one waits for its turn.
    await owner.post(page, 'posted');
    expect(await waiting()).toEqual([]);
  });

  succeeds('takes wildcards literally [S1.2-1]', async () => {
    const word = newWord();
    const flyers = [`${word} 100% off`, `${word} 100x off`, `${word} a_b`, `${word} axb`, `${word} c\\d`, `${word} cd`];
    await signUpPosting(server, { flyers });
    const found = async (text: string) =>
      (await search({ search: `${word} ${text}` })).json.postings.map(({ description }) => description);
    expect(await found('100%')).toEqual([flyers[0]]);
    expect(await found('a_b')).toEqual([flyers[2]]);
    expect(await found('c\\d')).toEqual([flyers[4]]);
    const answer = await search({ search: "'; DROP TABLE page_postings; --" });
    expect(answer.json).toEqual({ postings: [], total_pages: 0, total: 0 });
  });
});
