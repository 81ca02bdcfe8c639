import { getTask, retryTask } from '@flyerdeck/contracts';
import { useTestServer } from '../testServer.ts';
import { signUpAdmin } from './people.testing.ts';
import { type PostingOwner, signUpPosting } from './postingOwner.testing.ts';

const server = useTestServer();

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

  it('is empty when the posting belongs to another task', async () => {
    const owner = await signUpPosting(server);
    const id = await owner.post(owner.pages[0], 'posted');
    expect(await read(await signUpPosting(server), id)).toMatchObject({ page_postings: [], timeline: [] });
  });

  it('is shown to admins', async () => {
    const owner = await signUpPosting(server);
    const id = await owner.post(owner.pages[0], 'claimed');
    const { as } = await signUpAdmin(server);
    expect((await read(owner, id, as)).timeline).toEqual((await read(owner, id)).timeline);
  });
});
