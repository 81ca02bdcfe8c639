import { diagnosePage, listAuditEvents, startQueue, stopQueue } from '@flyerdeck/contracts';
import { deviceOf } from '../deviceCalls.ts';
import { buildPage } from '../factories.ts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { type Person, signUpAdmin } from './people.testing.ts';
import { signUpPosting } from './postingOwner.testing.ts';

const server = useTestServer();
let admin: Person;
beforeAll(async () => {
  admin = await signUpAdmin(server);
});

const diagnose = (guid: string) => server.call(diagnosePage, { as: admin.as, params: { guid } });
const change = (guid: string, assignments: string) =>
  server.context.pool.query(`UPDATE pages SET ${assignments} WHERE guid = $1`, [guid]);

describeCall(server, diagnosePage, ({ succeeds }) => {
  succeeds('shows the page, its owner, the claim and what happened, newest first', async () => {
    const owner = await signUpPosting(server, { flyers: ['One', 'Two', 'Three'], pages: ['Luna'] });
    const [page] = owner.pages;
    if (!page) throw new Error('The owner has a page.');
    await owner.post(page, 'posted');
    const failed = await owner.post(page, 'failed');
    const claimed = await deviceOf(server.context.db, page).claim();
    await server.context.pool.query(
      `INSERT INTO structure_reports (page_guid, site_pack_version, what, missing, structure) VALUES ($1, 1, 'probe', '{text,button}', '')`,
      [page.guid],
    );
    const answer = await diagnose(page.guid);
    const { json } = answer;
    expect(json).toMatchObject({
      page: { guid: page.guid, name: 'Luna' },
      unlinked_at: null,
      owner: { telegram_id: owner.telegramId, is_active: true, is_posting_active: true },
      site_pack: { used: null, wanted: null, may_post: true },
      pending_count: 0,
      next: null,
      in_flight: { posting_id: claimed.id, submitting_at: null },
    });
    expect(json.events[0]).toMatchObject({ kind: 'not_found', text: 'text, button' });
    expect(json.events.filter(({ kind }) => kind === 'step').map(({ to_status }) => to_status)).toEqual([
      'posting',
      'failed',
      'posting',
      'posted',
      'posting',
    ]);
    expect(json.events.find(({ to_status }) => to_status === 'failed')).toMatchObject({
      posting_id: failed,
      text: expect.any(String),
    });
    expect(json.events.at(-1)).toMatchObject({ kind: 'linked' });
  });
});

test('that an admin has read it is in the audit log', async () => {
  const owner = await signUpPosting(server, { flyers: ['One'], pages: ['Luna'] });
  await diagnose(owner.pages[0]?.guid ?? '');
  const { json } = await server.call(listAuditEvents, { as: admin.as, query: {} });
  expect(json.events[0]).toMatchObject({ act: 'user_viewed', target_telegram_id: owner.telegramId });
});

const IN_AN_HOUR = "now() + interval '1 hour'";
test.each([
  ['its browser does not poll', 'last_polled_at = NULL', 'page_offline', false],
  ['it is logged out', "health = 'logged_out'", 'logged_out', false],
  ['the site asks to wait', `refusal_kind = 'rate_limited', paused_until = ${IN_AN_HOUR}`, 'rate_limited', true],
  ['the site has refused posts', `refusal_kind = 'content', paused_until = ${IN_AN_HOUR}`, 'site_refusals', true],
  ['its limits allow no post yet', `limited_until = ${IN_AN_HOUR}`, 'page_limit', true],
  ['nothing is due', `has_scheduler = false, next_due_at = ${IN_AN_HOUR}`, 'not_due', true],
  ['nothing holds it back', 'paused_until = NULL', null, false],
])('says why a page waits: %s', async (_, assignments, reason, hasTime) => {
  const owner = await signUpPosting(server, { flyers: ['One', 'Two'], pages: ['Luna'] });
  const guid = owner.pages[0]?.guid ?? '';
  await change(guid, 'last_polled_at = now()');
  await change(guid, assignments);
  const { json } = await diagnose(guid);
  expect(json.pending_count).toBe(2);
  expect(json.next).toMatchObject({ task_id: owner.taskId, wait_reason: reason });
  expect(json.next?.wait_until !== null).toBe(hasTime);
});

test('a queue that is stopped is the reason before all others, and a page without work says so', async () => {
  const owner = await signUpPosting(server, { flyers: ['One'], pages: ['Luna'] });
  const guid = owner.pages[0]?.guid ?? '';
  await change(guid, 'last_polled_at = NULL');
  await server.call(stopQueue, { as: owner.as });
  expect((await diagnose(guid)).json.next).toMatchObject({ wait_reason: 'queue_paused' });
  await server.call(startQueue, { as: owner.as });
  expect((await diagnose(guid)).json.next).toMatchObject({ wait_reason: 'page_offline' });
  const idle = await buildPage(server.context.db, owner.id);
  expect((await diagnose(idle.guid)).json).toMatchObject({ pending_count: 0, next: null, in_flight: null });
});
