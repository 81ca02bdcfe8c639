import { type AttentionKind, getAttention, retryAttention } from '@flyerdeck/contracts';
import { type BuiltPage, buildPendingLoad } from '../factories.ts';
import { useTestServer } from '../testServer.ts';
import { DAILY } from './assistants.testing.ts';
import { describeCall } from './describeCall.testing.ts';
import { signUp } from './people.testing.ts';
import { type PostingOwner, signUpPosting } from './postingOwner.testing.ts';

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
