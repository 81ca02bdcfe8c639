import {
  type Assistant,
  EXTENSION_VERSION,
  type FeedVerdict,
  getBalance,
  getTask,
  listDetailedPostings,
  listFeedChecks,
  pollDevice,
  reportFailed,
  reportFeedChecks,
  reportHeartbeat,
  reportPosted,
  reportSubmitting,
  stopQueue,
} from '@flyerdeck/contracts';
import { expireLease, passTime } from '../deviceCalls.ts';
import { type BuiltPage, buildPage, buildQueuedAssistant } from '../factories.ts';
import { type TestServer, useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { type Person, signUp, signUpAdmin } from './people.testing.ts';
import { type PostingOwner, signUpPosting } from './postingOwner.testing.ts';

const server = useTestServer({ CREATOR_SITE_ORIGIN: 'https://site.example' });
const limited = useTestServer({ RATE_LIMIT_FACTOR: '1' });

const secretOf = ({ pages: [page] }: PostingOwner) => page?.deviceSecret ?? '';
const poll = (owner: PostingOwner, at: TestServer = server) => at.call(pollDevice, { as: secretOf(owner) });

/** An owner whose page has claimed its posting. */
async function claimed(options?: Parameters<typeof signUpPosting>[1]) {
  const owner = await signUpPosting(server, options);
  const { posting } = (await poll(owner)).json;
  if (!posting) throw new Error('nothing was claimed');
  const call = { as: secretOf(owner), params: { id: posting.id }, body: { claim_token: posting.claim_token } };
  return { owner, call };
}
const postingOf = async ({ as, taskId }: PostingOwner) =>
  (await server.call(getTask, { as, params: { id: taskId } })).json.page_postings[0];
const secondsAhead = (at: string | null) => (Date.parse(at ?? '') - Date.now()) / 1_000;

describeCall(server, pollDevice, ({ succeeds, refuses }) => {
  succeeds('claims one posting, and charges its page', async () => {
    const owner = await signUpPosting(server, { flyers: ['Come in 🎉', 'Two'] });
    const answer = await poll(owner);
    expect(answer.json).toEqual({
      page: { guid: owner.pages[0]?.guid, linked: true },
      posting: {
        id: expect.any(String),
        claim_token: expect.any(String),
        text: 'Come in 🎉',
        image_url: null,
        scheduled_for: null,
        lease_expires_at: expect.any(String),
        attempt: 1,
      },
      wait_reason: null,
      wait_until: null,
      await_hint: false,
      next_poll_seconds: 1,
      latest_extension_version: EXTENSION_VERSION,
      site_pack_version: null,
    });
    expect(secondsAhead(answer.json.posting?.lease_expires_at ?? null)).toBeGreaterThan(110);
    expect((await server.call(getBalance, { as: owner.as })).json.credits_balance).toBe(140);
  });

  describe('of a page whose site has no scheduler', () => {
    const body = { has_scheduler: false };
    async function queue(rules: Partial<Assistant['posting_rules']>, flyers: string[]) {
      const owner = await signUp(server);
      await server.context.db.query('UPDATE users SET is_posting_active = true WHERE id = $1', [owner.id]);
      const page = await buildPage(server.context.db, owner.id);
      const add = (more: typeof rules, texts: string[]) =>
        buildQueuedAssistant(server.context.db, owner.id, { pages: [page], flyers: texts, rules: more });
      const { taskIds } = await add(rules, flyers);
      const ask = async (facts = body) => (await server.call(pollDevice, { as: page.deviceSecret, body: facts })).json;
      return { owner, page, add, taskIds, ask };
    }
    /** As if what has happened on the page had happened so many hours earlier. */
    const pass = (owner: Person, hours: number) =>
      server.context.db.query(
        `WITH started AS (UPDATE assistants SET started_at = started_at - $2 * interval '1 hour' WHERE owner_id = $1)
         UPDATE page_postings SET publish_at = publish_at - $2 * interval '1 hour' WHERE owner_id = $1`,
        [owner.id, hours],
      );
    const post = async (page: BuiltPage, { id, claim_token }: { id: string; claim_token: string }) =>
      server.call(reportPosted, { as: page.deviceSecret, params: { id }, body: { claim_token } });

    succeeds('hands out each posting when it is due, whatever precedes it in the queue', async () => {
      const rules = { delay_between_tasks_hours: 2, duplication_time_hours: 24 };
      const { owner, page, add, taskIds, ask } = await queue(rules, ['One', 'Two']);
      const first = (await ask()).posting;
      expect(first).toMatchObject({ text: 'One', scheduled_for: null });
      if (first) await post(page, first);
      const { wait_until, ...waits } = await ask();
      expect(waits).toMatchObject({ posting: null, wait_reason: 'not_due', await_hint: true });
      expect(Math.round(secondsAhead(wait_until) / 60)).toBe(120);
      const task = await server.call(getTask, { as: owner.as, params: { id: taskIds[1] ?? '' } });
      expect(task.json.page_postings[0]).toMatchObject({ wait_reason: 'not_due', wait_until });

      await add({}, ['Now']);
      const now = (await ask()).posting;
      expect(now).toMatchObject({ text: 'Now', scheduled_for: null });
      if (now) await post(page, now);
      await pass(owner, 2);
      const second = (await ask()).posting;
      expect(second).toMatchObject({ text: 'Two', scheduled_for: null });
      if (second) await post(page, second);
      const answer = await server.call(pollDevice, { as: page.deviceSecret, body: { has_scheduler: true } });
      expect(answer.json.posting).toMatchObject({ text: 'One', scheduled_for: expect.any(String) });
      expect((await server.call(getBalance, { as: owner.as })).json.credits_balance).toBe(140);
    });
  });

  refuses('for a time zone that does not exist', 'device.unknown_time_zone', async () => {
    const owner = await signUpPosting(server);
    return () => server.call(pollDevice, { as: secretOf(owner), body: { time_zone: 'Mars/Olympus' } });
  });
});

test('a device that polls more than twice a second gets 429 with Retry-After', async () => {
  const owner = await signUpPosting(limited);
  await limited.call(stopQueue, { as: owner.as });
  const answers = await Promise.all([poll(owner, limited), poll(owner, limited), poll(owner, limited)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429]);
  expect(answers.find(({ status }) => status === 429)?.headers.get('Retry-After')).toBe('1');
});

/** The page gets posting hours that ended an hour ago. */
const endPostingHours = ({ pages }: PostingOwner) =>
  server.context.pool.query(
    `UPDATE pages SET posting_hours_zone = 'UTC', posting_hours_from = date_trunc('minute', (now() AT TIME ZONE 'UTC') - interval '2 hours')::time,
       posting_hours_until = date_trunc('minute', (now() AT TIME ZONE 'UTC') - interval '1 hour')::time WHERE guid = $1`,
    [pages[0]?.guid],
  );

describeCall(server, reportSubmitting, ({ succeeds, refuses }) => {
  succeeds('makes an expired lease fail the posting as unconfirmed, because the post may be live', async () => {
    const { owner, call } = await claimed();
    const answer = await server.call(reportSubmitting, call);
    expect(answer.json.status).toBe('posting');
    expect(secondsAhead(answer.json.lease_expires_at)).toBeGreaterThan(110);
    await expireLease(server.context.db, call.params.id);
    await poll(owner);
    expect(await postingOf(owner)).toMatchObject({ status: 'failed', error_code: 'unconfirmed' });
  });

  refuses('when the posting hours of the page have ended since the claim', 'posting.claim_lost', async () => {
    const { owner, call } = await claimed();
    await endPostingHours(owner);
    return () => server.call(reportSubmitting, call);
  });

  refuses(
    'when the posting was reported as posted',
    { code: 'posting.already_reported', sentence: 'This posting was already reported as posted.' },
    async () => {
      const { call } = await claimed();
      await server.call(reportPosted, call);
      return () => server.call(reportSubmitting, call);
    },
  );
});

describeCall(server, reportHeartbeat, ({ succeeds, refuses }) => {
  succeeds('extends the lease to its full time', async () => {
    const { call } = await claimed();
    await server.context.pool.query(
      `UPDATE in_flight SET lease_expires_at = now() + interval '9 seconds' WHERE posting_id = $1`,
      [call.params.id],
    );
    const answer = await server.call(reportHeartbeat, call);
    expect(secondsAhead(answer.json.lease_expires_at)).toBeGreaterThan(110);
  });

  refuses(
    'when the posting was reported as failed',
    { code: 'posting.already_reported', sentence: 'This posting was already reported as failed.' },
    async () => {
      const { call } = await claimed();
      await server.call(reportFailed, { ...call, body: { ...call.body, message: 'No.' } });
      return () => server.call(reportHeartbeat, call);
    },
  );
});

describeCall(server, reportPosted, ({ succeeds, refuses }) => {
  succeeds('marks the posting as posted, and changes nothing when repeated', async () => {
    const { owner, call } = await claimed();
    const body = { ...call.body, external_post_id: '4711', posted_at: new Date().toISOString() };
    const answer = await server.call(reportPosted, { ...call, body });
    expect(answer.json).toEqual({ status: 'posted', lease_expires_at: null });
    const before = await postingOf(owner);
    expect((await server.call(reportPosted, { ...call, body })).json).toEqual(answer.json);
    expect(await postingOf(owner)).toEqual(before);
  });

  refuses(
    'when the posting was reported as failed before',
    { code: 'posting.already_reported', sentence: 'This posting was already reported as failed.' },
    async () => {
      const { call } = await claimed();
      await server.call(reportFailed, { ...call, body: { ...call.body, message: 'No.' } });
      return () => server.call(reportPosted, call);
    },
  );
});

describeCall(server, reportFailed, ({ succeeds, refuses }) => {
  const message = { message: 'The site said no.' };
  const failing = async () => {
    const { owner, call } = await claimed();
    return { owner, call: { ...call, body: { ...call.body, ...message } } };
  };

  succeeds('marks the posting as failed with the message of the device, and refunds the credits', async () => {
    const { owner, call } = await failing();
    const answer = await server.call(reportFailed, { ...call, body: { ...call.body, code: 'site_error' } });
    expect(answer.json).toEqual({ status: 'failed', lease_expires_at: null });
    expect(await postingOf(owner)).toMatchObject({
      status: 'failed',
      errorMessage: message.message,
      error_code: 'site_error',
    });
    const { json } = await server.call(getBalance, { as: owner.as });
    expect(json).toMatchObject({ credits_balance: 150, total_credits_spent: 0 });
  });

  refuses(
    'when the posting was reported as posted before',
    { code: 'posting.already_reported', sentence: 'This posting was already reported as posted.' },
    async () => {
      const { call } = await failing();
      await server.call(reportPosted, { ...call, body: { claim_token: call.body.claim_token } });
      return () => server.call(reportFailed, call);
    },
  );
});

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
