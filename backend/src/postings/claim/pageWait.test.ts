import { dbOn } from '../../../test/dbOn.ts';
import { deviceOf } from '../../../test/deviceCalls.ts';
import { type BuiltPage, buildPage, buildQueuedAssistant, buildUser, insertRunner } from '../../../test/factories.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { findPageFacts } from '../../admin/pages/pageDiagnosis.query.ts';
import { listTaskPostings } from '../../assistants/tasks/tasks.query.ts';
import { recordOfflineAlerts } from '../../bot/alerts/alerts.query.ts';
import { poolOf } from '../../database/pool.ts';
import type { Db } from '../../database/statement.ts';
import { findRunnerWork, markConnectedPages } from '../../server/live/connected.query.ts';
import { hashSecret } from '../../server/security/secrets.ts';
import { listRows } from '../attention/attention.routes.ts';
import { sweepOfflinePages } from '../end/sweeps.ts';
import { claimPosting } from './claim.query.ts';

const database = useTestDatabase();

/** All reasons in their order, and what causes each. Those of one row exclude each other. $1 is the owner. */
const REASONS: readonly Readonly<Record<string, string>>[] = [
  { unlinked: 'UPDATE pages SET unlinked_at = now() WHERE owner_id = $1' },
  {
    nothing: `UPDATE page_postings SET status = 'failed', error_code = 'not_pressed' WHERE owner_id = $1 AND status = 'pending'`,
  },
  { account_deactivated: 'UPDATE users SET is_active = false WHERE id = $1' },
  { queue_paused: 'UPDATE users SET is_posting_active = false WHERE id = $1' },
  {
    claims_paused: `INSERT INTO claim_pause (admin_id, sentence, changed_at) VALUES ($1, 'Later.', now() - interval '2 days')`,
  },
  {
    insufficient_credits: `UPDATE assistants SET pause_reason = 'insufficient_credits' WHERE owner_id = $1`,
    assistant_paused: `UPDATE assistants SET pause_reason = 'user' WHERE owner_id = $1`,
    being_queued: `UPDATE assistants SET pause_reason = 'queueing' WHERE owner_id = $1`,
  },
  { page_offline: `UPDATE pages SET last_polled_at = now() - interval '2 days' WHERE owner_id = $1` },
  Object.fromEntries(
    ['logged_out', 'wrong_account', 'no_tab', 'site_failing', 'site_changed'].map((health) => [
      health,
      `UPDATE pages SET health = '${health}' WHERE owner_id = $1`,
    ]),
  ),
  {
    rate_limited: `UPDATE pages SET refusal_kind = 'rate_limited', paused_until = now() + interval '1 hour' WHERE owner_id = $1`,
    site_refusals: `UPDATE pages SET refusal_kind = 'content', paused_until = now() + interval '1 hour' WHERE owner_id = $1`,
  },
  {
    not_due: `WITH later AS (UPDATE page_postings SET delay_hours = 60 WHERE owner_id = $1 AND status = 'pending'),
      started AS (UPDATE assistants SET started_at = now() WHERE owner_id = $1)
      UPDATE pages SET has_scheduler = false, next_due_at = now() + interval '60 hours' WHERE owner_id = $1`,
  },
  {
    page_limit: `WITH posted AS (UPDATE page_postings SET status = 'posted', posted_at = now() - interval '1 hour', publish_at = now() - interval '1 hour'
        WHERE owner_id = $1 AND status = 'failed')
      UPDATE pages SET max_posts_in_24_hours = 1, limited_until = now() + interval '23 hours' WHERE owner_id = $1`,
  },
  {
    busy: `INSERT INTO in_flight (page_guid, posting_id, owner_id, claim_token_hash, lease_expires_at)
      SELECT page_guid, id, $1, '', now() + interval '1 minute' FROM page_postings WHERE owner_id = $1 AND status = 'failed' LIMIT 1`,
  },
];
const WITH_TIME = ['rate_limited', 'site_refusals', 'not_due', 'page_limit'];

interface Subject {
  readonly ownerId: string;
  readonly page: BuiltPage;
  readonly deviceId: string;
  readonly runnerId: string;
  readonly assistantId: string;
  readonly taskId: string;
}
let subject: Subject;

/** A page that may claim its second posting. The first has failed. */
beforeAll(async () => {
  const { db, pool } = database;
  const { id: ownerId } = await buildUser(db, { posting: true });
  const runner = await insertRunner(pool, ownerId);
  const page = await buildPage(db, ownerId, { runnerId: runner.id });
  const { id: assistantId, taskIds } = await buildQueuedAssistant(db, ownerId, {
    pages: [page],
    flyers: ['One', 'Two'],
  });
  await db.query(`UPDATE page_postings SET status = 'failed' WHERE task_id = $1`, [taskIds[0]]);
  await db.query(`UPDATE page_postings SET status_since = now() - interval '2 days' WHERE owner_id = $1`, [ownerId]);
  await db.query('UPDATE pages SET last_polled_at = now() WHERE guid = $1', [page.guid]);
  await db.query(`UPDATE users SET posting_switched_at = now() - interval '2 days' WHERE id = $1`, [ownerId]);
  const [device] = await db.query('SELECT id FROM devices WHERE secret_hash = $1', [hashSecret(page.deviceSecret)]);
  subject = { ownerId, page, deviceId: device.id, runnerId: runner.id, assistantId, taskId: taskIds[1] ?? '' };
});

/** What each asker is told when these reasons hold. Nothing of it is kept. */
async function askAll(causes: readonly string[]) {
  const { ownerId, page, deviceId, runnerId, assistantId, taskId } = subject;
  const client = await poolOf(database.db).connect();
  const on = dbOn(client);
  const undoing = async <T>(ask: (on: Db) => Promise<T>): Promise<T> => {
    await client.query('SAVEPOINT asking');
    const answer = await ask(on);
    await client.query('ROLLBACK TO asking');
    return answer;
  };
  const wait = async (text: string) =>
    (await client.query(`SELECT reason, until FROM pages g, ${text} WHERE guid = $1`, [page.guid])).rows[0];
  try {
    await client.query('BEGIN');
    for (const cause of causes) await client.query(cause, [ownerId]);
    const [posting] = await listTaskPostings(on, [ownerId, taskId, null]);
    const [facts] = await findPageFacts(on, [page.guid]);
    return {
      page: await wait('page_wait(g, NULL, false)'),
      connected: await wait('page_wait(g, NULL, true)'),
      posting: await wait(`page_wait(g, '${assistantId}', false)`),
      list: posting && [posting.wait_reason, posting.wait_until !== null],
      admin: facts?.next && [facts.next.wait_reason, facts.next.wait_until !== null],
      hint: (await undoing((on) => markConnectedPages(on, [[deviceId]])))[0]?.has_work ?? false,
      runner: (await findRunnerWork(on, [[runnerId], null, null, 1_000])).map(({ wait_ms }) => wait_ms),
      attention: (await listRows(on, [ownerId, 'offline'])).length,
      alerts: await undoing(async (on) => {
        await recordOfflineAlerts(on, []);
        return (await client.query(`SELECT FROM bot_alerts WHERE kind = 'page_offline'`)).rowCount;
      }),
      swept: await undoing((on) => sweepOfflinePages(on)),
      poll: await undoing(async (on) => {
        const { waitReason, waitUntil, claimed } = await deviceOf(database.db, page, { on }).poll();
        return [claimed ? 'claimed' : waitReason, waitUntil !== null];
      }),
      claim: await undoing(async (on) => {
        const claim = { pageGuid: page.guid, deviceId, tokenHash: Buffer.from('token'), leaseSeconds: 60 };
        const { outcome, waitUntil } = await claimPosting(on, claim);
        return [outcome, waitUntil !== undefined];
      }),
    };
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** What each of them should be told, by the first of these reasons, and by the first that holds although the page has just polled. */
function expected(reasons: readonly string[]) {
  const [first = null] = reasons;
  const [here = null] = reasons.filter((reason) => reason !== 'page_offline');
  const hasTime = (reason: string | null) => WITH_TIME.includes(reason ?? '');
  const shown = (reason: string | null) => (reason === 'unlinked' || reason === 'nothing' ? null : reason);
  const time = (reason: string | null) => (hasTime(reason) ? expect.any(Date) : null);
  const isPending = !reasons.includes('nothing');
  // A claim asks for the pause of all claims before it looks at anything.
  const claim = reasons.includes('claims_paused') ? 'claims_paused' : (here ?? 'claimed');
  const offline = first === 'page_offline' ? 1 : 0;
  return {
    page: { reason: first, until: time(first) },
    connected: { reason: here, until: time(here) },
    posting: isPending ? { reason: first, until: time(first) } : expect.anything(),
    list: isPending ? [shown(first), hasTime(first)] : [null, false],
    admin: isPending ? [shown(first), hasTime(first)] : null,
    hint: here === null,
    runner: here === null ? [0] : expect.not.arrayContaining([0]),
    attention: offline,
    alerts: offline,
    swept: offline,
    poll: [here === null ? 'claimed' : shown(here), hasTime(here)],
    claim: [claim, hasTime(claim)],
  };
}

const all = REASONS.flatMap((row, order) => Object.entries(row).map(([reason, cause]) => ({ reason, cause, order })));

test('a page without a reason to wait may claim, and everybody says so', async () => {
  expect(await askAll([])).toEqual(expected([]));
});

test.each(all.map(({ reason }) => reason))(
  '%s is what everybody says, alone and before each later reason',
  async (reason) => {
    const first = all.find((one) => one.reason === reason);
    if (!first) throw new Error('no reason');
    expect([reason, await askAll([first.cause])]).toEqual([reason, expected([reason])]);
    for (const second of all.filter(({ order }) => order > first.order)) {
      const reasons = [reason, second.reason];
      expect([reasons, await askAll([second.cause, first.cause])]).toEqual([reasons, expected(reasons)]);
    }
  },
);
