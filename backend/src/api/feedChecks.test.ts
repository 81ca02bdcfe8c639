import {
  type FeedVerdict,
  getTask,
  listDetailedPostings,
  listFeedChecks,
  reportFeedChecks,
} from '@flyerdeck/contracts';
import { passTime } from '../../test/deviceCalls.ts';
import type { BuiltPage } from '../../test/factories.ts';
import { useTestServer } from '../../test/testServer.ts';
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
      known_post_ids: [],
      next_check_seconds: 900,
    });
    return answer;
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
    return answer;
  });

  succeeds('counts posts by hand for the limits of the page, but not those that may be ours', async () => {
    const { owner, postingId } = await unconfirmed();
    const [page] = owner.pages as [BuiltPage];
    const report = (posts_by_hand: number[]) =>
      server.call(reportFeedChecks, {
        as: secretOf(owner),
        body: { verdicts: [{ posting_id: postingId, attempt: 1, verdict: 'unreadable' }], posts_by_hand },
      });
    const counted = async () =>
      (await server.context.db.query('SELECT * FROM counted_posts($1, $2)', [page.guid, new Date(0)])).length;
    expect(await counted()).toBe(1);
    await report([3_600, 7_200]);
    expect(await counted()).toBe(3);
    // Of the minutes in which the posting in doubt may have been posted.
    const answer = await report([300, 3_600]);
    expect(await counted()).toBe(2);
    return answer;
  });

  succeeds('does not count a post of ours from yesterday again, although it is not looked for any more', async () => {
    const owner = await signUpPosting(server, { flyers: ['One', 'Two', 'Three'] });
    const [page] = owner.pages as [BuiltPage];
    const { db } = server.context;
    const [known, unknown] = [await owner.post(page, 'posted'), await owner.post(page, 'posted')];
    await db.query(`UPDATE page_postings SET external_post_id = '9001' WHERE id = $1`, [known]);
    await db.query('UPDATE page_postings SET external_post_id = NULL WHERE id = $1', [unknown]);
    for (const id of [known, unknown]) await passTime(db, id, '23 hours 30 minutes');
    const doubt = await owner.post(page, 'unconfirmed');
    const { json } = await server.call(listFeedChecks, { as: secretOf(owner) });
    expect(json).toMatchObject({ checks: [], known_post_ids: ['9001'] });
    const verdicts: FeedVerdict[] = [{ posting_id: doubt, attempt: 1, verdict: 'unreadable' }];
    const body = { verdicts, posts_by_hand: [23.5 * 3_600] };
    const answer = await server.call(reportFeedChecks, { as: secretOf(owner), body });
    const [{ posts_by_hand }] = await db.query('SELECT posts_by_hand FROM pages WHERE guid = $1', [page.guid]);
    expect(posts_by_hand).toBeNull();
    return answer;
  });

  for (const path of ['//evil.example', '/a//b', 'https://evil.example', '/a b?c', '/a?b:c', '/a\\b', '']) {
    refuses(`for the path '${path}' [S2.3-2]`, { code: 'invalid_request', sentence: /./ }, async () => {
      const { owner, found } = await unconfirmed();
      return () =>
        server.call(reportFeedChecks, { as: secretOf(owner), body: { verdicts: [{ ...found, path }] } as never });
    });
  }
});
