import { listTaskTimelines, retryTask } from '@flyerdeck/contracts';
import { useTestServer } from '../../test/testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { signUpAdmin } from './people.testing.ts';
import { type PostingOwner, signUpPosting } from './postingOwner.testing.ts';

const server = useTestServer();

describeCall(server, listTaskTimelines, ({ succeeds }) => {
  const timelines = ({ as, taskId }: PostingOwner, reader = as, posting_id?: string) =>
    server.call(listTaskTimelines, { as: reader, params: { id: taskId }, query: { posting_id } });

  succeeds('lists the transitions of each posting, by page name', async () => {
    const owner = await signUpPosting(server, { pages: ['Beta', 'Alpha'] });
    const failed = await owner.post(owner.pages[1], 'failed');
    await server.call(retryTask, { as: owner.as, params: { id: owner.taskId } });
    await owner.post(owner.pages[1], 'failed');
    await server.context.pool.query(
      `UPDATE posting_transitions SET duration_ms = 1500 WHERE posting_id = $1 AND from_status = 'posting'`,
      [failed],
    );
    const answer = await timelines(owner);
    const step = (from_status: string, to_status: string, duration_ms: unknown = expect.any(Number)) => ({
      from_status,
      to_status,
      duration_ms,
      at: expect.any(String),
    });
    expect(answer.json.timelines).toEqual([
      {
        posting_id: failed,
        created_at: expect.any(String),
        status: 'failed',
        status_since: answer.json.timelines[0]?.transitions.at(-1)?.at,
        wait_reason: null,
        errorMessage: 'The site said no.',
        error_code: 'site_changed',
        transitions: [
          step('pending', 'posting'),
          step('posting', 'failed', 1_500),
          step('failed', 'pending'),
          step('pending', 'posting'),
          step('posting', 'failed', 1_500),
        ],
      },
      expect.objectContaining({ status: 'pending', wait_reason: 'page_offline', transitions: [] }),
    ]);
    return answer;
  });

  succeeds('lists only the given posting, and nothing when it belongs to another task', async () => {
    const owner = await signUpPosting(server, { pages: ['Alpha', 'Beta'] });
    const id = await owner.post(owner.pages[1], 'posted');
    expect((await timelines(owner, owner.as, id)).json.timelines).toMatchObject([
      { posting_id: id, status: 'posted', transitions: [{ to_status: 'posting' }, { to_status: 'posted' }] },
    ]);
    const other = await signUpPosting(server);
    const answer = await timelines(other, other.as, id);
    expect(answer.json).toEqual({ timelines: [] });
    return answer;
  });

  succeeds('shows admins the timelines of any user', async () => {
    const owner = await signUpPosting(server);
    await owner.post(owner.pages[0], 'claimed');
    const { as } = await signUpAdmin(server);
    const answer = await timelines(owner, as);
    expect(answer.json).toEqual((await timelines(owner)).json);
    return answer;
  });
});
