import {
  archiveFinalized,
  getTask,
  listTasks,
  queueInfo,
  queueStatus,
  retryTask,
  startQueue,
  stopQueue,
  unlinkPage,
} from '@flyerdeck/contracts';
import { deviceOf } from '../deviceCalls.ts';
import { buildPendingLoad } from '../factories.ts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { type Person, signUpAdmin } from './people.testing.ts';
import { type PostingOwner, signUpPosting } from './postingOwner.testing.ts';

const server = useTestServer();

const tasksOf = async ({ as }: Person, status?: string) =>
  (await server.call(listTasks, { as, query: { status } })).json.map(({ description }) => description);
const taskOf = async ({ as, taskId }: PostingOwner) =>
  (await server.call(getTask, { as, params: { id: taskId } })).json;

describeCall(server, listTasks, ({ succeeds }) => {
  succeeds("lists the user's own tasks in the given statuses, in the order of the queue", async () => {
    const owner = await signUpPosting(server, { flyers: ['One', 'Two', 'Three', 'Four'] });
    await signUpPosting(server, { flyers: ['Other user'] });
    const [page] = owner.pages;
    await owner.post(page, 'completed');
    await owner.post(page, 'failed');
    expect(await tasksOf(owner, 'completed')).toEqual(['One']);
    expect(await tasksOf(owner, 'failed,partially_completed')).toEqual(['Two']);
    expect(await tasksOf(owner, 'pending,posting')).toEqual(['Three']);
    expect(await tasksOf(owner, 'in_queue')).toEqual(['Four']);
    expect(await tasksOf(owner)).toEqual(['One', 'Two', 'Three', 'Four']);
  });

  succeeds('shows the counts and errors of each task', async () => {
    const owner = await signUpPosting(server, { pages: ['Alpha', 'Beta'] });
    await owner.post(owner.pages[1], 'failed');
    const answer = await server.call(listTasks, { as: owner.as });
    expect(answer.json).toMatchObject([
      {
        _id: owner.taskId,
        assistant_name: 'Spring',
        description: 'One',
        status: 'posting',
        file_id: null,
        sequence_order: 0,
        page_counts: { posted: 0, pending: 1, failed: 1, total: 2 },
        errors: [{ message: 'The site said no.', page_name: 'Beta' }],
      },
    ]);
  });
});

describeCall(server, getTask, ({ succeeds }) => {
  succeeds('shows a task with its postings by page name', async () => {
    const owner = await signUpPosting(server, { pages: ['Beta', 'Alpha'] });
    const id = await owner.post(owner.pages[1], 'failed');
    const answer = await server.call(getTask, { as: owner.as, params: { id: owner.taskId } });
    expect(answer.json.page_postings).toMatchObject([
      {
        id,
        guid: owner.pages[1]?.guid,
        name: 'Alpha',
        status: 'failed',
        errorMessage: 'The site said no.',
        error_code: 'site_changed',
        wait_reason: null,
        is_duplicate: false,
      },
      { name: 'Beta', status: 'pending', errorMessage: null, error_code: null, wait_reason: 'page_offline' },
    ]);
  });

  succeeds("shows admins any user's task with its owner [2.1-23]", async () => {
    const owner = await signUpPosting(server);
    await owner.post(owner.pages[0], 'failed');
    const own = await server.call(getTask, { as: owner.as, params: { id: owner.taskId } });
    const { as } = await signUpAdmin(server);
    const answer = await server.call(getTask, { as, params: { id: owner.taskId } });
    expect(own.json).not.toHaveProperty('owner');
    expect(answer.json).toEqual({ ...own.json, owner: { telegram_id: owner.telegramId, name: 'Test User' } });
  });
});

describeCall(server, retryTask, ({ succeeds, refuses }) => {
  const retry = (
    { as, taskId }: PostingOwner,
    body?: { confirm_unconfirmed?: boolean; page_posting_ids?: string[]; live_since?: string },
  ) => server.call(retryTask, { as, params: { id: taskId }, body });

  succeeds('puts the failed postings back in the queue, and nothing when repeated [4.6-09]', async () => {
    const owner = await signUpPosting(server, { pages: ['Alpha', 'Beta', 'Gamma'] });
    await owner.post(owner.pages[0], 'completed');
    await owner.post(owner.pages[1], 'failed');
    await owner.post(owner.pages[2], 'failed');
    expect((await retry(owner)).json).toEqual({ message: '2 postings put back in the queue.', retried: 2 });
    expect(await taskOf(owner)).toMatchObject({
      page_counts: { posted: 1, pending: 2, failed: 0 },
      errors: [],
      page_postings: [
        { name: 'Alpha', status: 'completed' },
        { name: 'Beta', status: 'pending', errorMessage: null, retry_count: 1 },
        { name: 'Gamma', status: 'pending', errorMessage: null, retry_count: 1 },
      ],
    });
    const answer = await retry(owner);
    expect(answer.json).toEqual({ message: 'Nothing to retry.', retried: 0 });
  });

  refuses(
    'when too many postings are unfinished',
    {
      code: 'posting.too_many_pending',
      sentence: /^At most 200,000 postings of a user can be unfinished at the same time, and this would make it 200,00/,
    },
    async () => {
      const owner = await signUpPosting(server);
      await owner.post(owner.pages[0], 'failed');
      await buildPendingLoad(server.context.db, owner.id, 0);
      return () => retry(owner);
    },
  );

  succeeds('puts back only the given postings', async () => {
    const owner = await signUpPosting(server, { pages: ['Alpha', 'Beta'] });
    await owner.post(owner.pages[0], 'failed');
    const chosen = await owner.post(owner.pages[1], 'failed');
    const answer = await retry(owner, { page_posting_ids: [chosen] });
    expect(answer.json).toEqual({ message: '1 posting put back in the queue.', retried: 1 });
    expect((await taskOf(owner)).page_postings.map(({ status }) => status)).toEqual(['failed', 'pending']);
  });

  succeeds(
    'counts a post in doubt as posted when the user has seen it live, but no doubt that began later',
    async () => {
      const owner = await signUpPosting(server, { pages: ['Alpha', 'Beta'] });
      await owner.post(owner.pages[0], 'unconfirmed');
      await owner.post(owner.pages[1], 'failed');
      const [{ updated_at: live_since = '' } = {}] = (await taskOf(owner)).page_postings;
      const earlier = new Date(Date.parse(live_since) - 60_000).toISOString();
      expect((await retry(owner, { live_since: earlier })).json).toEqual({
        message: 'Nothing is in doubt.',
        retried: 0,
      });
      const answer = await retry(owner, { live_since });
      expect(answer.json).toEqual({ message: '1 posting counted as posted.', retried: 0 });
      expect((await taskOf(owner)).page_postings.map(({ status }) => status)).toEqual(['posted', 'failed']);
      expect((await retry(owner, { live_since })).json.message).toBe('Nothing is in doubt.');
    },
  );

  refuses('when a posting is unconfirmed and the user does not confirm it', 'posting.unconfirmed', async () => {
    const owner = await signUpPosting(server, { pages: ['Alpha', 'Beta'] });
    await owner.post(owner.pages[0], 'failed');
    await owner.post(owner.pages[1], 'unconfirmed');
    return () => retry(owner);
  });

  refuses('when the task is archived', 'task.archived', async () => {
    const owner = await signUpPosting(server);
    await owner.post(owner.pages[0], 'failed');
    await server.call(archiveFinalized, { as: owner.as });
    return () => retry(owner);
  });

  refuses('when the page is unlinked', 'page.unlinked', async () => {
    const owner = await signUpPosting(server);
    await owner.post(owner.pages[0], 'failed');
    await server.call(unlinkPage, { as: owner.as, params: { guid: owner.pages[0]?.guid ?? '' } });
    return () => retry(owner);
  });
});

describeCall(server, archiveFinalized, ({ succeeds }) => {
  succeeds("archives only the user's own completed, failed and partially completed tasks [4.6-08]", async () => {
    const owner = await signUpPosting(server, {
      flyers: ['Done', 'Half', 'Failed', 'Waiting'],
      pages: ['Alpha', 'Beta'],
    });
    const other = await signUpPosting(server, { flyers: ['Other user'] });
    const [alpha, beta] = owner.pages;
    for (const page of [alpha, beta]) await owner.post(page, 'completed');
    await owner.post(alpha, 'completed');
    await owner.post(beta, 'failed');
    for (const page of [alpha, beta]) await owner.post(page, 'failed');
    await other.post(other.pages[0], 'completed');
    const answer = await server.call(archiveFinalized, { as: owner.as });
    expect(answer.json).toEqual({ message: 'Finalized tasks cleared successfully.', archived: 3 });
    expect(await tasksOf(owner)).toEqual(['Waiting']);
    expect(await tasksOf(owner, 'archived')).toEqual(['Done', 'Half', 'Failed']);
    expect(await tasksOf(other)).toEqual(['Other user']);
  });
});

describeCall(server, queueInfo, ({ succeeds }) => {
  succeeds("counts the user's own tasks of each tab", async () => {
    const owner = await signUpPosting(server, { flyers: ['One', 'Two', 'Three', 'Four', 'Five'] });
    await signUpPosting(server);
    const [page] = owner.pages;
    await owner.post(page, 'completed');
    await owner.post(page, 'failed');
    await owner.post(page, 'posted');
    const answer = await server.call(queueInfo, { as: owner.as });
    expect(answer.json).toEqual({
      ...{ queue_count: 1, completed_count: 1, failed_count: 1, in_progress_count: 1 },
      posted_count: 1,
    });
  });
});

describeCall(server, queueStatus, ({ succeeds }) => {
  succeeds('shows whether posting is on, and which task is being posted', async () => {
    const owner = await signUpPosting(server);
    expect((await server.call(queueStatus, { as: owner.as })).json).toEqual({
      is_posting_active: true,
      current_task_id: null,
    });
    await owner.post(owner.pages[0], 'claimed');
    const answer = await server.call(queueStatus, { as: owner.as });
    expect(answer.json.current_task_id).toBe(owner.taskId);
  });
});

describeCall(server, stopQueue, ({ succeeds }) => {
  succeeds('stops handing out postings, and accepts reports of claimed ones', async () => {
    const owner = await signUpPosting(server, { pages: ['Alpha', 'Beta'] });
    const [alpha, beta] = owner.pages.map((page) => deviceOf(server.context.db, page));
    const claimed = await alpha?.claim();
    const answer = await server.call(stopQueue, { as: owner.as });
    expect(answer.json).toEqual({ message: 'Queue processing stop requested.', is_posting_active: false });
    expect(await beta?.poll()).toMatchObject({ claimed: null, waitReason: 'queue_paused' });
    if (!claimed) throw new Error('nothing was claimed');
    expect(await alpha?.posted(claimed)).toMatchObject({ status: 'posted' });
  });
});

describeCall(server, startQueue, ({ succeeds }) => {
  succeeds("makes waiting postings claimable, only the user's own", async () => {
    const [owner, other] = [await signUpPosting(server), await signUpPosting(server)];
    for (const { as } of [owner, other]) await server.call(stopQueue, { as });
    const answer = await server.call(startQueue, { as: owner.as });
    expect(answer.json).toEqual({ message: 'Queue processing start requested.', is_posting_active: true });
    const poll = async ({ pages: [page] }: typeof owner) => {
      if (!page) throw new Error('there is no page');
      return (await deviceOf(server.context.db, page).poll()).claimed;
    };
    expect(await poll(owner)).not.toBeNull();
    expect(await poll(other)).toBeNull();
  });
});

describe('the timeline of a posting', () => {
  const read = async ({ as, taskId }: PostingOwner, posting_id: string, reader = as) =>
    (await server.call(getTask, { as: reader, params: { id: taskId }, query: { posting_id } })).json;

  it('has its statuses, oldest first', async () => {
    const owner = await signUpPosting(server, { pages: ['Beta', 'Alpha'] });
    const failed = await owner.post(owner.pages[1], 'failed');
    await server.call(retryTask, { as: owner.as, params: { id: owner.taskId } });
    await owner.post(owner.pages[1], 'failed');
    await server.context.pool.query(
      `UPDATE posting_transitions SET duration_ms = 1500 WHERE posting_id = $1 AND from_status = 'posting'`,
      [failed],
    );
    const { page_postings, timeline } = await read(owner, failed);
    expect(page_postings).toMatchObject([{ id: failed, status: 'failed' }]);
    expect(timeline?.map(({ to_status, duration_ms }) => [to_status, duration_ms])).toEqual([
      ['pending', null],
      ['posting', expect.any(Number)],
      ['failed', 1_500],
      ['pending', expect.any(Number)],
      ['posting', expect.any(Number)],
      ['failed', 1_500],
    ]);
  });
});
