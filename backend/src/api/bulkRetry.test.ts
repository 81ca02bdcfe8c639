import { type BodyOf, listFailures, MAX_BULK_RETRY, previewBulkRetry, runBulkRetry } from '@flyerdeck/contracts';
import type { PoolClient } from 'pg';
import { buildPendingLoad } from '../../test/factories.ts';
import { waitForLockWait } from '../../test/locks.ts';
import { useTestServer } from '../../test/testServer.ts';
import { BATCH } from '../postings/inBatches.ts';
import { describeCall } from './describeCall.testing.ts';
import { type Person, signUpAdmin } from './people.testing.ts';
import { type PostingOwner, signUpPosting } from './postingOwner.testing.ts';
import { fillOn } from './userLimits.testing.ts';

const server = useTestServer();
let admin: Person;
beforeAll(async () => {
  admin = await signUpAdmin(server);
});

const ERROR = 'The site said no.';
type Filter = BodyOf<typeof previewBulkRetry>;
const preview = (body: Filter = {}) => server.call(previewBulkRetry, { as: admin.as, body });
const run = (body: BodyOf<typeof runBulkRetry>) => server.call(runBulkRetry, { as: admin.as, body });
const fingerprintOf = async (filter: Filter) => (await preview(filter)).json.fingerprint;

let last = 0;
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
const newWord = () => `bulk${++last}x`;

interface State {
  id: string;
  status: string;
  retry_count: number;
  error_message: string | null;
}
const statesOf = async (ids: readonly string[]): Promise<State[]> =>
  (
    await server.context.pool.query(
      'SELECT id, status, retry_count, error_message FROM page_postings WHERE id = ANY ($1) ORDER BY id',
      [ids],
    )
  ).rows;
const eventsOf = async (fingerprint: string) =>
  (
    await server.context.pool.query(
      `SELECT admin_id, target_id, details FROM audit_events WHERE event = 'postings_retried' AND details ->> 'fingerprint' = $1`,
      [fingerprint],
    )
  ).rows;

/** Runs `work` while another transaction has locked the pages, and then commits that one. */
async function whilePagesLocked(guids: readonly string[], work: (holder: PoolClient) => Promise<void>): Promise<void> {
  const holder = await server.context.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM pages WHERE guid = ANY ($1) FOR NO KEY UPDATE', [guids]);
    await work(holder);
    await holder.query('COMMIT');
  } finally {
    holder.release();
  }
}

describeCall(server, listFailures, ({ succeeds }) => {
  succeeds('counts failed postings by error, without unconfirmed ones, within the filters', async () => {
    const word = newWord();
    const one = await failing(word, 2);
    await failing(word);
    const unsure = await signUpPosting(server, { flyers: [word] });
    await unsure.post(unsure.pages[0], 'unconfirmed');
    await server.context.pool.query(`UPDATE page_postings SET error_message = 'Other' WHERE id = $1`, [one.failed[0]]);
    const errors = async (query: object) => (await server.call(listFailures, { as: admin.as, query })).json.errors;
    expect(await errors({ search: word })).toEqual([
      { error: ERROR, postings: 2, owners: 2 },
      { error: 'Other', postings: 1, owners: 1 },
    ]);
    expect(await errors({ owner: one.telegramId })).toHaveLength(2);
    return server.call(listFailures, { as: admin.as });
  });
});

describeCall(server, previewBulkRetry, ({ succeeds }) => {
  succeeds('says how many postings of whom, and what is left out, and changes nothing', async () => {
    const word = newWord();
    const [two, one] = [await failing(word, 2), await failing(word)];
    const unsure = await signUpPosting(server, { flyers: [word] });
    await unsure.post(unsure.pages[0], 'unconfirmed');
    const unlinked = await failing(word);
    await server.context.pool.query('UPDATE pages SET unlinked_at = now() WHERE owner_id = $1', [unlinked.id]);
    const archived = await failing(word);
    await server.context.pool.query('UPDATE tasks SET archived_at = now() WHERE owner_id = $1', [archived.id]);
    const before = await statesOf([...two.failed, ...one.failed]);
    const answer = await preview({ search: word });
    expect(answer.json).toMatchObject({ postings: 3, owners: 2, credits: 30, unconfirmed: 1, unlinked: 1, later: 0 });
    expect(
      answer.json.listed_owners.map(({ telegram_id, postings, credits }) => [telegram_id, postings, credits]),
    ).toEqual([
      [two.telegramId, 2, 20],
      [one.telegramId, 1, 10],
    ]);
    await server.context.pool.query("UPDATE pages SET paid_until = now() + interval '1 hour' WHERE owner_id = $1", [
      two.id,
    ]);
    expect((await preview({ search: word, most: 1 })).json).toMatchObject({
      postings: 1,
      owners: 1,
      credits: 0,
      later: 2,
    });
    expect(await statesOf([...two.failed, ...one.failed])).toEqual(before);
    expect((await preview({ search: word, error: 'Another error' })).json.postings).toBe(0);
    expect((await preview({ search: word, error: ERROR })).json.postings).toBe(3);
    expect((await preview({ posting_ids: one.failed.slice(0, 1) })).json).toMatchObject({ postings: 1, owners: 1 });
    return answer;
  });
});

test('the oldest are retried first with `most`, and the rest by another retry', async () => {
  const word = newWord();
  const { failed } = await failing(word, 3);
  const trial = { search: word, most: 1 };
  expect((await run({ ...trial, fingerprint: await fingerprintOf(trial) })).json).toEqual({
    message: '1 posting put back in the queue. 2 more can be retried.',
    retried: 1,
  });
  expect((await statesOf(failed)).filter(({ status }) => status === 'pending')).toHaveLength(1);
  const rest = { search: word };
  expect((await run({ ...rest, fingerprint: await fingerprintOf(rest) })).json.retried).toBe(2);
});

describeCall(server, runBulkRetry, ({ succeeds, refuses }) => {
  succeeds('puts exactly the previewed postings back in the queue, once, and records an audit event', async () => {
    const word = newWord();
    const owners = [await failing(word, 2), await failing(word)];
    const failed = owners.flatMap((owner) => owner.failed);
    const unsure = await signUpPosting(server, { flyers: [word] });
    const unconfirmed = await unsure.post(unsure.pages[0], 'unconfirmed');
    const other = await failing(newWord());
    const filter = { search: word, error: ERROR };
    const fingerprint = await fingerprintOf(filter);
    const answer = await run({ ...filter, fingerprint });
    expect(answer.json).toEqual({ message: '3 postings put back in the queue.', retried: 3 });
    for (const state of await statesOf(failed)) {
      expect(state).toMatchObject({ status: 'pending', retry_count: 1, error_message: null });
    }
    expect((await statesOf([unconfirmed, ...other.failed])).map(({ status }) => status)).toEqual(['failed', 'failed']);
    expect(await eventsOf(fingerprint)).toEqual([
      { admin_id: admin.id, target_id: null, details: { postings: 3, owners: 2, fingerprint, error: ERROR } },
    ]);
    return answer;
  });

  succeeds('retries once when the call arrives twice, at the same time or later', async () => {
    const word = newWord();
    const { failed } = await failing(word, 3);
    const body = { search: word, fingerprint: await fingerprintOf({ search: word }) };
    const answers = await Promise.all([run(body), run(body), run(body)]);
    const later = await run(body);
    expect([...answers, later].map(({ status, json }) => [status, json.retried])).toEqual(Array(4).fill([200, 3]));
    expect((await statesOf(failed)).map(({ retry_count }) => retry_count)).toEqual([1, 1, 1]);
    expect(await eventsOf(body.fingerprint)).toHaveLength(1);
    return later;
  });

  succeeds('does not touch credits', async () => {
    const word = newWord();
    const owner = await failing(word);
    const ledger = async () =>
      (
        await server.context.pool.query('SELECT count(*)::int AS n FROM credit_transactions WHERE user_id = $1', [
          owner.id,
        ])
      ).rows[0].n;
    const before = await ledger();
    const answer = await run({ search: word, fingerprint: await fingerprintOf({ search: word }) });
    expect(await ledger()).toBe(before);
    // The next claim is charged by the usual rules.
    await owner.post(owner.pages[0], 'claimed');
    expect(await ledger()).toBe(before + 1);
    return answer;
  });

  succeeds('does nothing for no postings', async () => {
    const filter = { search: 'no posting has this text' };
    const answer = await run({ ...filter, fingerprint: await fingerprintOf(filter) });
    expect(answer.json).toEqual({ message: 'Nothing to retry.', retried: 0 });
    return answer;
  });

  const CHANGED = {
    code: 'bulk_retry.changed',
    sentence: 'These postings have changed. Check the new numbers, then retry.',
  };
  const changes: [string, (owner: PostingOwner & { failed: string[] }, word: string) => Promise<unknown>][] = [
    ['one more has failed', (_, word) => failing(word)],
    [
      'one was retried by its owner and failed again',
      async (owner) => {
        const own = { posting_ids: owner.failed.slice(0, 1) };
        await run({ ...own, fingerprint: await fingerprintOf(own) });
        await owner.post(owner.pages[0], 'failed');
      },
    ],
    [
      'a page was unlinked',
      (owner) =>
        server.context.pool.query('UPDATE pages SET unlinked_at = now() WHERE guid = $1', [owner.pages[0]?.guid]),
    ],
    [
      'a task was archived',
      (owner) => server.context.pool.query('UPDATE tasks SET archived_at = now() WHERE owner_id = $1', [owner.id]),
    ],
  ];
  for (const [what, change] of changes) {
    refuses(`when ${what} since the preview`, CHANGED, async () => {
      const word = newWord();
      const owner = await failing(word, 2);
      const fingerprint = await fingerprintOf({ search: word });
      await change(owner, word);
      return () => run({ search: word, fingerprint });
    });
  }

  refuses(
    'when too many postings of one of the users are unfinished',
    {
      code: 'posting.too_many_pending',
      sentence: /^At most 200,000 postings of a user can be unfinished at the same time, and this would make it 200,00/,
    },
    async () => {
      const word = newWord();
      const owner = await failing(word);
      await failing(word);
      await buildPendingLoad(server.context.db, owner.id, 0);
      const fingerprint = await fingerprintOf({ search: word });
      return () => run({ search: word, fingerprint });
    },
  );

  refuses('with the fingerprint of other postings', CHANGED, async () => {
    const word = newWord();
    await failing(word);
    const fingerprint = await fingerprintOf({ search: word });
    const other = newWord();
    await failing(other);
    return () => run({ search: other, fingerprint });
  });
});

test('one retry takes the oldest postings up to its limit in batches, and one that a crash ended continues where it stopped', async () => {
  const more = 3;
  const owner = await signUpPosting(server, { flyers: ['Many'] });
  const guids = await fillOn(server).pages(owner.id, MAX_BULK_RETRY + more);
  const { rows } = await server.context.pool.query<{ id: string }>(
    `INSERT INTO page_postings (owner_id, assistant_id, task_id, page_guid, status, queued_at, sequence_order, run_index,
       delay_hours, gap_hours, error_message, error_code, created_at)
     SELECT t.owner_id, t.assistant_id, t.id, guid, 'failed', now(), 0, 0, 0, 0, $3, 'device', now() - n * interval '1 min'
     FROM tasks t CROSS JOIN unnest($2::uuid[]) WITH ORDINALITY AS page (guid, n) WHERE t.id = $1
     ORDER BY n RETURNING id`,
    [owner.taskId, guids, ERROR],
  );
  await server.context.pool.query('UPDATE tasks SET failed_count = $2 WHERE id = $1', [owner.taskId, guids.length]);
  const newestFirst = rows.map(({ id }) => id);
  const retriesOf = async (ids: readonly string[]) => (await statesOf(ids)).map(({ retry_count }) => retry_count);
  const filter = { owner: owner.telegramId, error: ERROR };

  const { json: first } = await preview(filter);
  expect(first).toMatchObject({ postings: MAX_BULK_RETRY, owners: 1, later: more });
  const body = { ...filter, fingerprint: first.fingerprint };
  // The page of the newest posting that is chosen: it belongs to the last batch.
  await whilePagesLocked([guids[more] as string], async (holder) => {
    const running = run(body);
    await waitForLockWait(server.context.db);
    const { rows: batches } = await server.context.pool.query<{ postings: number }>(
      `SELECT count(*)::int AS postings FROM page_postings WHERE id = ANY ($1) AND status = 'pending' GROUP BY xmin::text`,
      [newestFirst],
    );
    expect(batches.map(({ postings }) => postings)).toEqual(Array(9).fill(BATCH));
    expect((await run(body)).json).toEqual({
      message: '4,500 postings put back in the queue. 503 more can be retried.',
      retried: MAX_BULK_RETRY - BATCH,
    });
    await holder.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    expect((await running).status).toBe(503);
  });

  const { json: rest } = await preview(filter);
  expect(rest).toMatchObject({ postings: BATCH + more, later: 0 });
  const again = { ...filter, fingerprint: rest.fingerprint };
  const done = { message: '503 postings put back in the queue.', retried: BATCH + more };
  expect([await run(again), await run(again)].map(({ json }) => json)).toEqual([done, done]);
  expect(new Set(await retriesOf(newestFirst))).toEqual(new Set([1]));
  expect((await eventsOf(first.fingerprint)).map(({ details }) => details.postings)).toEqual(Array(9).fill(BATCH));
});

test('a refusal contains the new numbers, with which the retry then succeeds', async () => {
  const word = newWord();
  await failing(word, 2);
  const fingerprint = await fingerprintOf({ search: word });
  await failing(word);
  const refused = await run({ search: word, fingerprint });
  const details = refused.error.details as { postings: number; owners: number; fingerprint: string };
  expect(details).toMatchObject({ postings: 3, owners: 2 });
  expect((await run({ search: word, fingerprint: details.fingerprint })).json.retried).toBe(3);
});

test('a posting that changes during the retry is left out', async () => {
  const word = newWord();
  const owner = await failing(word, 4);
  const fingerprint = await fingerprintOf({ search: word });
  let running: ReturnType<typeof run> | undefined;
  const guids = owner.pages.map(({ guid }) => guid);
  await whilePagesLocked(guids, async (holder) => {
    running = run({ search: word, fingerprint });
    await waitForLockWait(server.context.db);
    await holder.query(
      `UPDATE page_postings SET status = 'pending', error_code = NULL, error_message = NULL WHERE id = $1`,
      [owner.failed[0]],
    );
  });
  expect((await running)?.json.retried).toBe(3);
  expect((await statesOf(owner.failed)).map(({ status, retry_count }) => [status, retry_count]).sort()).toEqual([
    ['pending', 0],
    ...Array(3).fill(['pending', 1]),
  ]);
});
