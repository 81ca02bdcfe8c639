import {
  type AttentionKind,
  type BodyOf,
  forecastAssistant,
  getAttention,
  getTask,
  listCalendar,
  pollDevice,
  retryAttention,
  retryFailedPostings,
  setClaimPause,
  unlinkPage,
  updateTags,
} from '@flyerdeck/contracts';
import { claimPosting } from '../../src/postings/claim/claim.query.ts';
import { BATCH } from '../../src/postings/end/inBatches.ts';
import { deviceOf } from '../deviceCalls.ts';
import { type BuiltPage, buildPage, buildPendingLoad, buildQueuedAssistant } from '../factories.ts';
import { waitForLockWait } from '../locks.ts';
import { runJobs } from '../runJobs.ts';
import { useTestServer } from '../testServer.ts';
import { DAILY } from './assistants.testing.ts';
import { describeCall } from './describeCall.testing.ts';
import { type Person, signUp, signUpAdmin, useAdmin } from './people.testing.ts';
import { goOnline, type PostingOwner, signUpPosting } from './postingOwner.testing.ts';
import { fillOn } from './userLimits.testing.ts';

const server = useTestServer();

const NOTHING = {
  failed: 0,
  partly_posted: 0,
  unconfirmed: 0,
  offline: 0,
  logged_out: 0,
  site_changed: 0,
  out_of_credits: 0,
  repeat_stopped: 0,
  posting_paused: null,
  rows: [],
};
const query = (text: string, ...values: unknown[]) => server.context.pool.query(text, values);
const setPage = (page: BuiltPage | undefined, change: string) =>
  query(`UPDATE pages SET ${change} WHERE guid = $1`, page?.guid);
const OFFLINE = "last_polled_at = now() - interval '4 minutes'";

const countsOf = async ({ as }: Pick<PostingOwner, 'as'>) => (await server.call(getAttention, { as })).json;
const rowsOf = async ({ as }: Pick<PostingOwner, 'as'>, kind: AttentionKind) =>
  (await server.call(getAttention, { as, query: { kind } })).json.rows;
const retry = ({ as }: PostingOwner, kind: 'failed' | 'partly_posted' = 'failed') =>
  server.call(retryAttention, { as, body: { kind } });

/** Its pages poll. */
async function signUpPolling(options: Parameters<typeof signUpPosting>[1]) {
  const owner = await signUpPosting(server, options);
  await query('UPDATE pages SET last_polled_at = now() WHERE owner_id = $1', owner.id);
  return owner;
}

/** On each page the first of the flyers has the state of its name; the others wait. */
async function signUpWithFailures() {
  const owner = await signUpPolling({
    flyers: ['One', 'Two'],
    pages: ['Posted', 'Failed', 'Doubtful', 'Waiting'],
  });
  const [posted, failed, doubtful] = owner.pages;
  await owner.post(posted, 'completed');
  return { owner, failedId: await owner.post(failed, 'failed'), doubtfulId: await owner.post(doubtful, 'unconfirmed') };
}

describeCall(server, getAttention, ({ succeeds }) => {
  succeeds('counts failed and doubtful postings of the user, and not those of others', async () => {
    const { owner } = await signUpWithFailures();
    const answer = await server.call(getAttention, { as: owner.as });
    expect(answer.json).toEqual({ ...NOTHING, failed: 1, unconfirmed: 1 });
    expect(await countsOf(await signUp(server))).toEqual(NOTHING);
  });

  succeeds('answers the failed postings with their page, flyer and error, the latest first', async () => {
    const { owner, failedId, doubtfulId } = await signUpWithFailures();
    const laterId = await owner.post(owner.pages[1], 'failed');
    const answer = await server.call(getAttention, { as: owner.as, query: { kind: 'failed' } });
    expect(answer.json.rows).toEqual([
      expect.objectContaining({ id: laterId, task_id: owner.taskIds[1], flyer: 'Two' }),
      {
        id: failedId,
        task_id: owner.taskId,
        name: 'Failed',
        flyer: 'One',
        file_id: null,
        problem: 'The site said no.',
        at: expect.any(String),
      },
    ]);
    expect(await rowsOf(owner, 'unconfirmed')).toMatchObject([{ id: doubtfulId, name: 'Doubtful' }]);
  });
});

test('a page is offline while it has something to post, and posting is on', async () => {
  const owner = await signUpPolling({ pages: ['Luna', 'Mila', 'Vera'] });
  const [luna, mila, vera] = owner.pages;
  for (const page of [luna, vera]) await setPage(page, OFFLINE);
  await owner.post(vera, 'failed');
  await setPage(vera, OFFLINE);
  expect(await countsOf(owner)).toEqual({ ...NOTHING, failed: 1, offline: 1 });
  expect(await rowsOf(owner, 'offline')).toMatchObject([{ id: luna?.guid, name: 'Luna', problem: null }]);
  await setPage(mila, 'last_polled_at = NULL');
  expect((await countsOf(owner)).offline).toBe(2);
  await query("UPDATE assistants SET pause_reason = 'user' WHERE id = $1", owner.assistantId);
  expect((await countsOf(owner)).offline).toBe(0);
  await query('UPDATE assistants SET pause_reason = NULL WHERE id = $1', owner.assistantId);
  await query('UPDATE users SET is_posting_active = false WHERE id = $1', owner.id);
  expect((await countsOf(owner)).offline).toBe(0);
});

test('a page that is logged out, or whose site has changed, counts once', async () => {
  const owner = await signUpPolling({ pages: ['Luna', 'Mila', 'Vera'] });
  const [luna, mila, vera] = owner.pages;
  await setPage(luna, "last_polled_at = now(), health = 'logged_out'");
  await setPage(mila, "last_polled_at = now(), health = 'wrong_account'");
  await setPage(vera, "last_polled_at = now(), health = 'site_changed'");
  expect(await countsOf(owner)).toEqual({ ...NOTHING, logged_out: 2, site_changed: 1 });
  expect((await rowsOf(owner, 'logged_out')).map(({ name, problem }) => [name, problem]).sort()).toEqual([
    ['Luna', 'The page is logged out of the creator site. Log in again in its browser.'],
    ['Mila', "The page's browser is logged in to the creator site with another account."],
  ]);
  await setPage(luna, OFFLINE);
  expect(await countsOf(owner)).toEqual({ ...NOTHING, offline: 1, logged_out: 1, site_changed: 1 });
});

test('assistants that are out of credits, and repeats whose latest run was refused, are counted', async () => {
  const owner = await signUpPolling({ pages: ['Luna'] });
  await query("UPDATE assistants SET pause_reason = 'insufficient_credits' WHERE id = $1", owner.assistantId);
  await query(
    `INSERT INTO repeats (assistant_id, every_days, local_time, time_zone, starts_on) VALUES ($1, 1, $2, 'UTC', $3)`,
    owner.assistantId,
    DAILY.local_time,
    DAILY.starts_on,
  );
  const addRun = (daysAgo: number, problem: string) =>
    query(
      `INSERT INTO repeat_runs (repeat_id, planned_at, problem) VALUES ($1, now() - $2 * interval '1 day', $3)`,
      owner.assistantId,
      daysAgo,
      problem,
    );
  await addRun(2, 'An older problem.');
  await addRun(1, 'The assistant is paused. Resume it first.');
  expect(await countsOf(owner)).toEqual({ ...NOTHING, out_of_credits: 1, repeat_stopped: 1 });
  expect(await rowsOf(owner, 'out_of_credits')).toMatchObject([{ id: owner.assistantId, name: 'Spring' }]);
  expect(await rowsOf(owner, 'repeat_stopped')).toMatchObject([
    { id: owner.assistantId, problem: 'The assistant is paused. Resume it first.' },
  ]);
  await query('UPDATE repeats SET paused_at = now() WHERE assistant_id = $1', owner.assistantId);
  expect((await countsOf(owner)).repeat_stopped).toBe(0);
});

describeCall(server, retryAttention, ({ succeeds, refuses }) => {
  succeeds('retries what has failed, and neither what is in doubt nor what is on an unlinked page', async () => {
    const { owner, failedId, doubtfulId } = await signUpWithFailures();
    const unlinkedId = await owner.post(owner.pages[3], 'failed');
    await query('UPDATE pages SET unlinked_at = now() WHERE guid = $1', owner.pages[3]?.guid);
    const answer = await retry(owner);
    expect(answer.json).toEqual({ message: '1 posting put back in the queue.', retried: 1 });
    const { rows } = await query('SELECT id, status FROM page_postings WHERE id = ANY ($1)', [
      failedId,
      doubtfulId,
      unlinkedId,
    ]);
    expect(Object.fromEntries(rows.map(({ id, status }) => [id, status]))).toEqual({
      [failedId]: 'pending',
      [doubtfulId]: 'failed',
      [unlinkedId]: 'failed',
    });
    expect((await retry(owner)).json).toEqual({ message: 'Nothing to retry.', retried: 0 });
  });

  refuses(
    'for too many unfinished postings',
    {
      code: 'posting.too_many_pending',
      sentence: /^At most 200,000 postings of a user can be unfinished at the same time, and this would make it 200,00/,
    },
    async () => {
      const { owner } = await signUpWithFailures();
      await buildPendingLoad(server.context.db, owner.id, 0);
      return () => retry(owner);
    },
  );
});

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const week = () => ({ from: inHours(-24), until: inHours(6 * 24) });
const badRange = { from: '2026-11-30T00:00:00Z', until: '2026-11-23T00:00:00Z' };

type Query = { assistant_id?: string; tag?: string; search?: string; page?: number; from?: string; until?: string };
const read = (person: Person, query: Query = {}) =>
  server.call(listCalendar, { as: person.as, query: { ...week(), ...query } });
const guidsOf = async (person: Person, query: Query = {}) =>
  (await read(person, query)).json.pages.map(({ page_guid }) => page_guid);
/** What is shown of these pages. */
const calendarOf = async (person: Person, pages: readonly BuiltPage[], query: Query = {}) => {
  const shown = (await read(person, query)).json.pages;
  return pages.flatMap(({ guid }) => shown.find(({ page_guid }) => page_guid === guid) ?? []);
};

test('lists the linked pages with postings by name, those of one assistant, of a tag or with a text in their name', async () => {
  const owner = await signUpPosting(server, { pages: ['Luna', 'ada'] });
  const [luna, ada] = owner.pages as [BuiltPage, BuiltPage];
  const idle = await buildPage(server.context.db, owner.id, { name: 'Idle' });
  const other = await signUpPosting(server, { pages: ['Foreign'] });
  const { id: assistant_id } = await buildQueuedAssistant(server.context.db, owner.id, { pages: [luna] });
  await server.call(updateTags, { as: owner.as, params: { guid: ada.guid }, body: { tags: ['VIP'] } });
  expect(await guidsOf(owner)).toEqual([ada.guid, luna.guid]);
  expect(await guidsOf(owner)).not.toContain(idle.guid);
  expect(await guidsOf(owner, { assistant_id })).toEqual([luna.guid]);
  expect(await guidsOf(owner, { assistant_id: other.assistantId })).toEqual([]);
  expect(await guidsOf(owner, { tag: 'vip' })).toEqual([ada.guid]);
  expect(await guidsOf(owner, { search: ' LUN' })).toEqual([luna.guid]);
  await server.call(unlinkPage, { as: owner.as, params: { guid: luna.guid } });
  expect(await guidsOf(owner)).toEqual([ada.guid]);
});

describeCall(server, listCalendar, ({ succeeds, refuses }) => {
  succeeds('answers what is planned and what was posted, by time, with its flyers', async () => {
    const owner = await signUpPosting(server, { flyers: ['One', 'Two'], pages: ['Luna'] });
    const [luna] = owner.pages as [BuiltPage];
    await owner.post(luna, 'completed');
    await goOnline(server, owner);
    const answer = await read(owner);
    expect(answer.json.pages).toMatchObject([
      {
        page_guid: luna.guid,
        left_out: 0,
        after: null,
        is_waiting: false,
        postings: [{ status: 'completed' }, { status: 'pending', task_id: owner.taskIds[1] }],
      },
    ]);
    expect(answer.json.tasks.map(({ description }) => description).sort()).toEqual(['One', 'Two']);
  });
  refuses('when the end is before the beginning', 'calendar.range', async () => {
    const person = await signUp(server);
    return () => read(person, badRange);
  });
  refuses('for more than 8 days', 'calendar.range', async () => {
    const owner = await signUpPosting(server);
    return () => read(owner, { from: inHours(0), until: inHours(9 * 24) });
  });
});

test.each([
  ['without limits', null, null],
  ['with limits', 3, 150],
])('on a page %s each posting is then scheduled exactly for its planned time', async (_, maxPosts, gapMinutes) => {
  const { db } = server.context;
  const owner = await signUpPosting(server, { pages: ['Empty'] });
  const page = await buildPage(db, owner.id, { name: 'Luna' });
  await db.query('UPDATE pages SET max_posts_in_24_hours = $2, min_gap_minutes = $3 WHERE guid = $1', [
    page.guid,
    maxPosts,
    gapMinutes,
  ]);
  const rules = { start_delay_hours: 1, delay_between_tasks_hours: 2, duplication_time_hours: 24 };
  await buildQueuedAssistant(db, owner.id, { pages: [page], flyers: ['One', 'Two', 'Three'], rules });
  const timesOf = async () =>
    (await calendarOf(owner, [page]))[0]?.postings.map(({ id, at }) => [id, at] as const) ?? [];
  const device = deviceOf(db, page);
  // The assistant starts with the first claim, and its delays count from then.
  await device.posted(await device.claim());
  await goOnline(server, owner);
  const planned = await timesOf();
  expect(planned).toHaveLength(6);
  for (let posting = 1; posting < planned.length; posting++) await device.posted(await device.claim());
  expect(await timesOf()).toEqual(planned);
});

test('what has failed is in the calendar at the time of its failure, until its flyer is archived', async () => {
  const owner = await signUpPosting(server, { pages: ['Luna'] });
  const [luna] = owner.pages as [BuiltPage];
  const id = await owner.post(luna, 'failed');
  const { rows } = await server.context.pool.query('SELECT status_since FROM page_postings WHERE id = $1', [id]);
  const failedAt = rows[0].status_since.toISOString();
  expect(await guidsOf(owner)).toEqual([luna.guid]);
  expect((await calendarOf(owner, [luna]))[0]?.postings).toMatchObject([{ id, status: 'failed', at: failedAt }]);
  const before = { from: inHours(-48), until: inHours(-24) };
  expect((await calendarOf(owner, [luna], before))[0]?.postings ?? []).toEqual([]);
  await server.context.pool.query('UPDATE tasks SET archived_at = now() WHERE owner_id = $1', [owner.id]);
  expect(await guidsOf(owner)).toEqual([]);
});

test('answers what goes out within an hour over all pages, by time, with its flyers', async () => {
  const { db } = server.context;
  const owner = await signUpPosting(server, { flyers: ['Now'], pages: ['Luna', 'Mila'] });
  const [luna, mila] = owner.pages as [BuiltPage, BuiltPage];
  const claimed = await owner.post(luna, 'claimed');
  // Later than an hour from now.
  const rules = { start_delay_hours: 2 };
  await buildQueuedAssistant(db, owner.id, { pages: [mila], flyers: ['Later'], rules });
  await signUpPosting(server, { pages: ['Foreign'] });
  await goOnline(server, owner);
  const { next, next_left_out, tasks } = (await read(owner)).json;
  expect(next.map(({ page_guid, status }) => [page_guid, status]).sort()).toEqual(
    [
      [luna.guid, 'posting'],
      [mila.guid, 'pending'],
    ].sort(),
  );
  expect(next.some(({ id }) => id === claimed)).toBe(true);
  expect(next_left_out).toBe(0);
  expect(tasks).toContainEqual(expect.objectContaining({ id: owner.taskId, description: 'Now' }));
});

test('a page that is offline, or whose device cannot post, has no planned times, and its next post comes last', async () => {
  const owner = await signUpPosting(server, { pages: ['Logged out', 'Offline', 'Online'], flyers: ['One', 'Two'] });
  const [loggedOut, offline, online] = owner.pages as [BuiltPage, BuiltPage, BuiltPage];
  await goOnline(server, owner);
  await server.context.pool.query(`UPDATE pages SET health = 'logged_out' WHERE guid = $1`, [loggedOut.guid]);
  await server.context.pool.query('UPDATE pages SET last_polled_at = NULL WHERE guid = $1', [offline.guid]);
  const { next } = (await read(owner)).json;
  expect(next.map(({ page_guid, at }) => [page_guid, at === null])).toEqual([
    [online.guid, false],
    [online.guid, false],
    ...[loggedOut.guid, offline.guid].sort().map((guid) => [guid, true]),
  ]);
  const pages = await calendarOf(owner, owner.pages);
  expect(pages.map(({ postings, is_waiting }) => [postings.length, is_waiting])).toEqual([
    [0, true],
    [0, true],
    [2, false],
  ]);
});

describe('pause of claims', () => {
  const server = useTestServer();
  const SENTENCE = 'The site is down. We wait for it.';
  const admin = useAdmin(server);
  let owner: PostingOwner;
  beforeEach(async () => {
    owner = await signUpPosting(server, { flyers: ['one', 'two'], pages: ['A', 'B'] });
  });
  afterEach(() => resume());

  const pause = (sentence = SENTENCE) => server.call(setClaimPause, { as: admin.as, body: { sentence } });
  const resume = () => server.call(setClaimPause, { as: admin.as, body: { sentence: null } });
  const deviceOfPage = (index: number) =>
    deviceOf(server.context.db, owner.pages[index] as (typeof owner.pages)[number]);
  const countEvents = async () => {
    const { rows } = await server.context.pool.query(
      `SELECT event, admin_id, details FROM audit_events WHERE event LIKE 'claims_%' ORDER BY seq`,
    );
    return rows;
  };

  describeCall(server, setClaimPause, ({ succeeds }) => {
    succeeds('stops all claims and says so, while postings that have begun end normally', async () => {
      const [first, second] = [deviceOfPage(0), deviceOfPage(1)];
      const claimed = await first.claim();
      await pause();
      expect(await second.poll()).toMatchObject({
        claimed: null,
        waitReason: 'claims_paused',
        awaitsHint: true,
        nextPollSeconds: 10,
      });
      await first.submitting(claimed);
      await first.posted(claimed);
      expect((await first.poll()).claimed).toBeNull();
      const secret = owner.pages[1]?.deviceSecret as string;
      const { json: poll } = await server.call(pollDevice, { as: secret, body: { extension_version: '1.0.0' } });
      expect(poll).toMatchObject({ posting: null, wait_reason: 'claims_paused' });
      const { json: task } = await server.call(getTask, { as: owner.as, params: { id: owner.taskId } });
      expect(JSON.stringify(task)).toContain('"wait_reason":"claims_paused"');
      expect((await server.call(getAttention, { as: owner.as })).json.posting_paused).toBe(SENTENCE);
      const { json: forecast } = await server.call(forecastAssistant, {
        as: owner.as,
        params: { id: owner.assistantId },
      });
      expect(forecast.posting_paused).toBe(SENTENCE);
      expect(await second.feedChecks()).toBeDefined();
    });

    succeeds('without a sentence lets devices claim again', async () => {
      await pause();
      await resume();
      expect((await deviceOfPage(0).poll()).claimed).not.toBeNull();
    });
  });

  test('each change is one audit event, also of calls that arrive twice or together', async () => {
    const before = (await countEvents()).length;
    const admins = await Promise.all([1, 2, 3].map(() => signUpAdmin(server)));
    await Promise.all(admins.map(({ as }) => server.call(setClaimPause, { as, body: { sentence: SENTENCE } })));
    await pause();
    await pause('It takes until tomorrow.');
    await Promise.all([resume(), resume()]);
    await resume();
    expect((await countEvents()).slice(before)).toMatchObject([
      { event: 'claims_paused', details: { description: SENTENCE } },
      { event: 'claims_paused', admin_id: admin.id, details: { description: 'It takes until tomorrow.' } },
      { event: 'claims_resumed', admin_id: admin.id, details: {} },
    ]);
  });

  const claimOn = (db: typeof server.context.db, index: number) =>
    claimPosting(db, {
      pageGuid: owner.pages[index]?.guid as string,
      tokenHash: Buffer.from(`token ${index}`),
      leaseSeconds: 120,
    });

  test('a pause waits for each claim that has begun, and none is claimed after its commit', async () => {
    let pausing: ReturnType<typeof pause> | undefined;
    await server.context.db.transaction(async (db) => {
      expect((await claimOn(db, 0)).outcome).toBe('claimed');
      pausing = pause();
      await waitForLockWait(server.context.db);
      // It waits, and nothing more is claimed.
      expect((await claimOn(server.context.db, 1)).outcome).toBe('claims_paused');
    });
    expect((await pausing)?.status).toBe(204);
    expect((await claimOn(server.context.db, 1)).outcome).toBe('claims_paused');
  });
});

describe('bulk retry', () => {
  const server = useTestServer();
  const query = async (text: string, ...values: unknown[]) => (await server.context.pool.query(text, values)).rows;
  const admin = useAdmin(server);

  const ERROR = 'The site said no.';
  const run = (body: BodyOf<typeof retryFailedPostings>) => server.call(retryFailedPostings, { as: admin.as, body });

  let last = 0;
  const newWord = () => `bulk${++last}x`;
  /** A user with failed postings, one for each page; `word` is in the text of all of them. */
  async function failing(word: string, count = 1): Promise<PostingOwner & { failed: string[] }> {
    const owner = await signUpPosting(server, {
      flyers: [word],
      pages: Array.from({ length: count }, (_, n) => `P${n}`),
    });
    const failed: string[] = [];
    for (const page of owner.pages) failed.push(await owner.post(page, 'failed'));
    return { ...owner, failed };
  }

  const statesOf = (ids: readonly string[]) =>
    query('SELECT status, retry_count, error_message FROM page_postings WHERE id = ANY ($1) ORDER BY id', ids);
  const statusesOf = async (ids: readonly string[]) => (await statesOf(ids)).map(({ status }) => status);
  const eventsAfter = async (seq: string) =>
    query(
      `SELECT admin_id, target_id, details FROM audit_events WHERE event = 'postings_retried' AND seq > $1 ORDER BY seq`,
      seq,
    );
  const lastEvent = async (): Promise<string> =>
    (await query('SELECT coalesce(max(seq), 0) AS seq FROM audit_events'))[0].seq;

  describeCall(server, retryFailedPostings, ({ succeeds, refuses }) => {
    succeeds(
      'puts what matches back in the queue, but nothing in doubt, unlinked or archived, as one audit event',
      async () => {
        const word = newWord();
        const owners = [await failing(word, 2), await failing(word)];
        const failed = owners.flatMap((owner) => owner.failed);
        const unsure = await signUpPosting(server, { flyers: [word] });
        const unconfirmed = await unsure.post(unsure.pages[0], 'unconfirmed');
        const [unlinked, archived, other] = [await failing(word), await failing(word), await failing(newWord())];
        await query('UPDATE pages SET unlinked_at = now() WHERE owner_id = $1', unlinked.id);
        await query('UPDATE tasks SET archived_at = now() WHERE owner_id = $1', archived.id);
        const before = await lastEvent();
        expect((await run({ search: word, failure: 'Another error' })).json).toEqual({
          message: 'Nothing to retry.',
          retried: 0,
        });
        const answer = await run({ search: word, failure: ERROR });
        expect(answer.json).toEqual({ message: '3 postings put back in the queue.', retried: 3 });
        for (const state of await statesOf(failed)) {
          expect(state).toEqual({ status: 'pending', retry_count: 1, error_message: null });
        }
        const left = [unconfirmed, ...unlinked.failed, ...archived.failed, ...other.failed];
        expect(await statusesOf(left)).toEqual(Array(4).fill('failed'));
        expect(await eventsAfter(before)).toEqual([
          { admin_id: admin.id, target_id: null, details: { postings: 3, owners: 2, error: ERROR } },
        ]);
      },
    );

    succeeds('retries only the named postings, each once when the call arrives three times', async () => {
      const [owner, before] = [await failing(newWord(), 3), await lastEvent()];
      const [one = '', two = '', three = ''] = owner.failed;
      const answers = await Promise.all([1, 2, 3].map(() => run({ posting_ids: [one, two] })));
      expect(answers.map(({ json }) => json.retried).sort()).toEqual([0, 0, 2]);
      expect(await statusesOf([one, two])).toEqual(['pending', 'pending']);
      expect(await statusesOf([three])).toEqual(['failed']);
      expect(await eventsAfter(before)).toMatchObject([{ details: { postings: 2, owners: 1 } }]);
    });

    succeeds('does not touch credits', async () => {
      const word = newWord();
      const owner = await failing(word);
      const ledger = async () => (await query('SELECT 1 FROM credit_transactions WHERE user_id = $1', owner.id)).length;
      const before = await ledger();
      await run({ search: word });
      expect(await ledger()).toBe(before);
      // The next claim is charged by the usual rules.
      await owner.post(owner.pages[0], 'claimed');
      expect(await ledger()).toBe(before + 1);
    });

    refuses(
      'when too many postings of one of the users are unfinished',
      {
        code: 'posting.too_many_pending',
        sentence:
          /^At most 200,000 postings of a user can be unfinished at the same time, and this would make it 200,00/,
      },
      async () => {
        const word = newWord();
        const owner = await failing(word);
        await failing(word);
        await buildPendingLoad(server.context.db, owner.id, 0);
        return () => run({ search: word });
      },
    );
  });

  /** A user with so many failed postings of one flyer, the newest first. */
  async function manyFailed(count: number) {
    const owner = await signUpPosting(server, { flyers: ['Many'] });
    const guids = await fillOn(server).pages(owner.id, count);
    const rows = await query(
      `INSERT INTO page_postings (owner_id, assistant_id, task_id, page_guid, status, queued_at, sequence_order, run_index,
       delay_hours, gap_hours, error_message, error_code, created_at)
     SELECT t.owner_id, t.assistant_id, t.id, guid, 'failed', now(), 0, 0, 0, 0, $3, 'device', now() - n * interval '1 min'
     FROM tasks t CROSS JOIN unnest($2::uuid[]) WITH ORDINALITY AS page (guid, n) WHERE t.id = $1
     ORDER BY n RETURNING id`,
      owner.taskId,
      guids,
      ERROR,
    );
    await query('UPDATE tasks SET failed_count = $2 WHERE id = $1', owner.taskId, count);
    const failed: string[] = rows.map(({ id }) => id);
    return {
      owner,
      failed,
      left: async () => (await statusesOf(failed)).filter((status) => status === 'failed').length,
    };
  }

  test('more than 500 are one job and one audit event; a job that runs again, or after another retry, retries nothing twice', async () => {
    const { owner, failed, left } = await manyFailed(2 * BATCH + 3);
    const before = await lastEvent();
    const filter = { owner: owner.telegramId };
    const answer = await run(filter);
    expect(answer.json).toEqual({ message: '1,003 postings are being put back in the queue.', retried: 1_003 });
    expect(await left()).toBe(1_003);
    const jobs = await query(
      `SELECT payload FROM graphile_worker._private_jobs WHERE payload ->> 'owner_id' = $1`,
      owner.id,
    );
    expect(jobs).toHaveLength(1);
    // The call arrives again, and one posting is retried alone.
    expect((await run(filter)).json.retried).toBe(1_003);
    expect((await run({ posting_ids: failed.slice(0, 1) })).json.retried).toBe(1);
    await runJobs(server);
    expect(await left()).toBe(0);
    expect(new Set((await statesOf(failed)).map(({ retry_count }) => retry_count))).toEqual(new Set([1]));
    expect((await eventsAfter(before)).map(({ details }) => details.postings)).toEqual([1_003, 1_003, 1]);
  });
});
