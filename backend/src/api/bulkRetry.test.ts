import { type BodyOf, listFailures, MAX_BULK_RETRY, previewBulkRetry, runBulkRetry } from '@flyerdeck/contracts';
import { buildPendingLoad } from '../../test/factories.ts';
import { useTestServer } from '../../test/testServer.ts';
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
    expect(answer.json).toMatchObject({ postings: 3, owners: 2, unconfirmed: 1, unlinked: 1, later: 0 });
    expect(answer.json.listed_owners.map(({ telegram_id, postings }) => [telegram_id, postings])).toEqual([
      [two.telegramId, 2],
      [one.telegramId, 1],
    ]);
    expect(await statesOf([...two.failed, ...one.failed])).toEqual(before);
    expect((await preview({ search: word, error: 'Another error' })).json.postings).toBe(0);
    expect((await preview({ search: word, error: ERROR })).json.postings).toBe(3);
    expect((await preview({ posting_id: one.failed[0] })).json).toMatchObject({ postings: 1, owners: 1 });
    return answer;
  });
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
        await run({ posting_id: owner.failed[0], fingerprint: await fingerprintOf({ posting_id: owner.failed[0] }) });
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
      sentence: /^One of these users would have more than 200,000 unfinished postings\./,
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

test('one retry takes the oldest postings up to its limit and says how many are left; a further one takes these', async () => {
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
  /** How often the newest postings and the others were retried. */
  const retries = async () => {
    const of = async (part: typeof rows) =>
      new Set((await statesOf(part.map(({ id }) => id))).map((one) => one.retry_count));
    return { newest: await of(rows.slice(0, more)), others: await of(rows.slice(more)) };
  };
  const filter = { owner: owner.telegramId, error: ERROR };

  const { json: first } = await preview(filter);
  expect(first).toMatchObject({ postings: MAX_BULK_RETRY, owners: 1, later: more });
  const body = { ...filter, fingerprint: first.fingerprint };
  const answers = await Promise.all([run(body), run(body)]);
  const done = {
    message: '5,000 postings put back in the queue. 3 more can be retried.',
    retried: MAX_BULK_RETRY,
  };
  expect([...answers, await run(body)].map(({ json }) => json)).toEqual([done, done, done]);
  expect(await retries()).toEqual({ newest: new Set([0]), others: new Set([1]) });

  const { json: second } = await preview(filter);
  expect(second).toMatchObject({ postings: more, later: 0 });
  const { json } = await run({ ...filter, fingerprint: second.fingerprint });
  expect(json).toEqual({ message: '3 postings put back in the queue.', retried: more });
  expect(await retries()).toEqual({ newest: new Set([1]), others: new Set([1]) });
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

test('a report that arrives during the retry comes before or after it, never in between', async () => {
  const word = newWord();
  const owner = await failing(word, 4);
  const fingerprint = await fingerprintOf({ search: word });
  const holder = await server.context.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM pages WHERE owner_id = $1 FOR NO KEY UPDATE', [owner.id]);
    const running = run({ search: word, fingerprint });
    await holder.query(
      `UPDATE page_postings SET status = 'pending', error_code = NULL, error_message = NULL WHERE id = $1`,
      [owner.failed[0]],
    );
    await holder.query('COMMIT');
    expect((await running).status).toBe(409);
  } finally {
    holder.release();
  }
  expect((await statesOf(owner.failed)).filter(({ status }) => status === 'failed')).toHaveLength(3);
});
