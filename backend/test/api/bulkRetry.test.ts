import { type BodyOf, retryFailedPostings } from '@flyerdeck/contracts';
import { BATCH } from '../../src/postings/end/inBatches.ts';
import { buildPendingLoad } from '../factories.ts';
import { runJobs } from '../runJobs.ts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { useAdmin } from './people.testing.ts';
import { type PostingOwner, signUpPosting } from './postingOwner.testing.ts';
import { fillOn } from './userLimits.testing.ts';

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
      sentence: /^At most 200,000 postings of a user can be unfinished at the same time, and this would make it 200,00/,
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
  return { owner, failed, left: async () => (await statusesOf(failed)).filter((status) => status === 'failed').length };
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
