import {
  type FeedVerdict,
  getTask,
  listDetailedPostings,
  listFeedChecks,
  reportFeedChecks,
} from '@flyerdeck/contracts';
import { passTime } from '../deviceCalls.ts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { signUpAdmin } from './people.testing.ts';
import { type PostingOwner, signUpPosting } from './postingOwner.testing.ts';

const server = useTestServer({ CREATOR_SITE_ORIGIN: 'https://site.example' });
const secretOf = ({ pages: [page] }: PostingOwner) => page?.deviceSecret ?? '';

/** A user whose posting has been unconfirmed for five minutes. */
async function unconfirmed() {
  const owner = await signUpPosting(server, { flyers: ['Come in 🎉'] });
  const postingId = await owner.post(owner.pages[0], 'unconfirmed');
  await passTime(server.context.db, postingId, '5 minutes');
  const found: FeedVerdict = {
    posting_id: postingId,
    attempt: 1,
    verdict: 'found',
    external_post_id: '9001',
    path: '/9001/luna',
  };
  return { owner, postingId, found };
}

describeCall(server, listFeedChecks, ({ succeeds }) => {
  succeeds('lists what the device shall look for', async () => {
    const { owner, postingId } = await unconfirmed();
    const answer = await server.call(listFeedChecks, { as: secretOf(owner) });
    expect(answer.json).toEqual({
      checks: [
        {
          posting_id: postingId,
          attempt: 1,
          kind: 'unconfirmed',
          text: 'Come in 🎉',
          has_image: false,
          external_post_id: null,
          from: expect.any(String),
          to: expect.any(String),
        },
      ],
      known_posts: [],
      next_check_seconds: 900,
    });
  });
});

describeCall(server, reportFeedChecks, ({ succeeds, refuses }) => {
  succeeds('makes a found posting posted, and shows where it is to its owner and to admins', async () => {
    const { owner, postingId, found } = await unconfirmed();
    const answer = await server.call(reportFeedChecks, { as: secretOf(owner), body: { verdicts: [found] } });
    expect(answer.json).toEqual({ postings: [{ posting_id: postingId, status: 'posted' }] });
    const task = await server.call(getTask, { as: owner.as, params: { id: owner.taskId } });
    const post = { post_url: 'https://site.example/9001/luna', gone_at: null };
    expect(task.json.page_postings).toMatchObject([{ id: postingId, status: 'posted', error_code: null, ...post }]);
    const { as } = await signUpAdmin(server);
    const all = await server.call(listDetailedPostings, { as, query: { limit: 200 } });
    expect(all.json.postings.find(({ id }) => id === postingId)).toMatchObject(post);
  });

  for (const path of ['//evil.example', '/a//b', 'https://evil.example', '/a b?c', '/a?b:c', '/a\\b', '']) {
    refuses(`for the path '${path}' [S2.3-2]`, { code: 'invalid_request', sentence: /./ }, async () => {
      const { owner, found } = await unconfirmed();
      return () =>
        server.call(reportFeedChecks, { as: secretOf(owner), body: { verdicts: [{ ...found, path }] } as never });
    });
  }
});
