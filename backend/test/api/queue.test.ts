import { queueInfo, queueStatus, startQueue, stopQueue } from '@flyerdeck/contracts';
import { deviceOf } from '../deviceCalls.ts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { signUpPosting } from './postingOwner.testing.ts';

const server = useTestServer();

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
