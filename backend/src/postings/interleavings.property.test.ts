import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_REFUNDS_AFTER_SUBMITTING } from '@flyerdeck/contracts';
import fc from 'fast-check';
import type { PoolClient } from 'pg';
import { unlinkPages } from '../../test/asRoutes.ts';
import { type Claimed, deviceOf, expireLease } from '../../test/deviceCalls.ts';
import { type BuiltPage, buildPage, buildQueuedAssistant, buildUser, readLedger } from '../../test/factories.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { deleteAssistant, pauseAssistant, resumeAssistant } from '../assistants/assistants.service.ts';
import { bookAdjustment } from '../credits/credits.service.ts';
import { inTransaction } from '../database/transaction.ts';
import { HttpError } from '../http/errors.ts';
import { linkPage } from '../linking/linking.service.ts';
import { requestLink } from '../pages/devices.service.ts';
import { switchPosting } from '../queue/queue.query.ts';
import { cancelPostingsOfAssistant, cancelPostingsOfUnlinkedPages } from './cancelPostings.query.ts';
import { retryPostings } from './retryPostings.ts';
import { sweepLeases, sweepOfflinePages } from './sweeps.query.ts';

/*
 * Stories of what people, devices and workers do to one account. What stands together in a story happens at once; a part of
 * it while a transaction holds rows, so that the calls wait in the order of the story and go on in that order.
 */
const database = useTestDatabase({ poolSize: 16 });
const db = () => database.db;
const PAGES = 3;
/** Stories of so many minutes instead of a fixed number: INTERLEAVING_MINUTES=10 npx jest interleavings. */
const MINUTES = Number(process.env.INTERLEAVING_MINUTES ?? 0);

const STEPS = [
  'claim',
  'submitting',
  'press and fail',
  'posted',
  'failed',
  // By the claim before the newest: a report that comes late.
  'posted late',
  'failed late',
  'the lease runs out',
  'sweep',
  'the page is offline for a day',
  'retry',
  'the day is over',
  'a credit line',
  'off and on',
  'pause',
  'resume',
  'delete the assistant',
  'cancel as the job does',
  'unlink',
  'link again',
] as const;
const HELD = ['page', 'user', 'assistant', 'task'] as const;

interface Step {
  readonly what: (typeof STEPS)[number];
  readonly page: number;
}
interface Scene {
  readonly held: readonly (typeof HELD)[number][];
  readonly heldPage: number;
  readonly steps: readonly Step[];
}

interface Own {
  readonly page: BuiltPage;
  readonly creatorId: string;
  device: ReturnType<typeof deviceOf>;
  readonly claims: Claimed[];
}

/** Somebody with three pages, too few credits for all of them every day, and two assistants of three flyers each. */
async function begin() {
  const owner = await buildUser(db(), { posting: true });
  const adjust = (amount: number) =>
    inTransaction(db(), (manager) =>
      bookAdjustment(manager, {
        userId: owner.id,
        adminId: owner.id,
        amount,
        transactionType: 'admin_adjustment',
        description: '',
        idempotencyKey: null,
      }),
    );
  await adjust(-110);
  const own: Own[] = [];
  for (let i = 0; i < PAGES; i++) {
    const page = await buildPage(db(), owner.id, { name: `Page ${i}` });
    const [row] = await db().query('SELECT creator_id FROM pages WHERE guid = $1', [page.guid]);
    own.push({ page, creatorId: row.creator_id, device: deviceOf(db(), page), claims: [] });
  }
  const pages = own.map(({ page }) => page);
  const first = await buildQueuedAssistant(db(), owner.id, { pages, flyers: ['1', '2', '3'] });
  const second = await buildQueuedAssistant(db(), owner.id, { pages, flyers: ['4', '5', '6'] });
  const assistants = [first, second] as const;
  const taskIds = [...first.taskIds, ...second.taskIds];
  const daysOver = new Map<string, number>(pages.map(({ guid }) => [guid, 0]));
  /** Postings by the tokens under which their button was, or may have been, pressed. */
  const presses = new Map<string, Set<string>>();
  const press = ({ id, claimToken }: Claimed) => presses.set(id, (presses.get(id) ?? new Set()).add(claimToken));
  const pageOf = new Map<string, string>();
  const deleted = new Set<string>();

  const take = async ({ what, page: place }: Step): Promise<unknown> => {
    const mine = own[place];
    if (!mine) throw new Error('no such page');
    const { page, device, claims } = mine;
    const assistant = assistants[place === 0 ? 0 : 1];
    const newest = claims.at(-1);
    const late = claims.at(-2);
    switch (what) {
      case 'claim': {
        const { claimed } = await device.poll();
        if (!claimed) return;
        pageOf.set(claimed.id, page.guid);
        return claims.push(claimed);
      }
      case 'submitting': {
        if (!newest) return;
        const wasDeleted = new Set(deleted);
        await device.submitting(newest);
        const [row] = await db().query('SELECT assistant_id FROM page_postings WHERE id = $1', [newest.id]);
        if (wasDeleted.has(row.assistant_id)) throw new Error('a posting of a deleted assistant was submitted');
        return press(newest);
      }
      case 'press and fail': {
        await take({ what: 'claim', page: place });
        await take({ what: 'submitting', page: place });
        return take({ what: 'failed', page: place });
      }
      case 'posted':
        if (newest) await device.posted(newest);
        return newest && press(newest);
      case 'failed':
        return newest && device.failed(newest);
      case 'posted late':
        if (late) await device.posted(late);
        return late && press(late);
      case 'failed late':
        return late && device.failed(late);
      case 'the lease runs out':
        if (newest) await expireLease(db(), newest.id);
        return sweepLeases(database.db);
      case 'sweep':
        return sweepLeases(database.db);
      case 'the page is offline for a day':
        await db().query(
          `UPDATE pages SET linked_at = now() - interval '25 hours', last_polled_at = now() - interval '25 hours' WHERE guid = $1`,
          [page.guid],
        );
        await db().query(
          `UPDATE page_postings SET status_since = now() - interval '25 hours' WHERE page_guid = $1 AND status = 'pending'`,
          [page.guid],
        );
        await db().query(`UPDATE users SET posting_switched_at = now() - interval '25 hours' WHERE id = $1`, [
          owner.id,
        ]);
        return sweepOfflinePages(database.db);
      case 'retry':
        return inTransaction(db(), (manager) =>
          retryPostings(manager, {
            ownerId: owner.id,
            taskId: taskIds[place] ?? '',
            postingIds: null,
            confirmUnconfirmed: true,
          }),
        );
      case 'the day is over': {
        const [, ended]: [unknown, number] = await db().query(
          'UPDATE pages SET paid_until = now() WHERE guid = $1 AND paid_until > now()',
          [page.guid],
        );
        return daysOver.set(page.guid, (daysOver.get(page.guid) ?? 0) + ended);
      }
      case 'a credit line':
        return adjust(place === 0 ? -10 : 10);
      case 'off and on':
        await inTransaction(db(), (manager) => switchPosting(manager, [owner.id, false]));
        return inTransaction(db(), (manager) => switchPosting(manager, [owner.id, true]));
      case 'pause':
        return inTransaction(db(), (manager) => pauseAssistant(manager, owner.id, assistant.id, true));
      case 'resume':
        return inTransaction(db(), (manager) => resumeAssistant(manager, owner.id, assistant.id));
      case 'delete the assistant':
        await inTransaction(db(), (manager) => deleteAssistant(manager, owner.id, assistant.id));
        deleted.add(assistant.id);
        return cancelPostingsOfAssistant(database.db, assistant.id);
      case 'cancel as the job does':
        for (const id of deleted) await cancelPostingsOfAssistant(database.db, id);
        return cancelPostingsOfUnlinkedPages(
          database.db,
          own.map((one) => one.page.guid),
        );
      case 'unlink':
        return unlinkPages(db(), { ownerId: owner.id, pageGuids: [page.guid] });
      case 'link again': {
        const { linkingToken, deviceSecret } = await requestLink(database.db, {
          page: { creator_id: mine.creatorId, name: 'Page', username: 'page', avatar_url: null },
          extensionVersion: '1.0.0',
        });
        await inTransaction(db(), (db) =>
          linkPage(db, { ownerId: owner.id, token: linkingToken, confirmReplace: true }),
        );
        mine.device = deviceOf(db(), { guid: page.guid, deviceSecret });
      }
    }
  };
  return { owner, own, assistants, taskIds, daysOver, presses, pageOf, deleted, take };
}
type Play = Awaited<ReturnType<typeof begin>>;

/** A refusal is an answer; anything else is a fault. */
const unlessRefused = async (work: Promise<unknown>) => {
  await work.catch((error) => {
    if (!(error instanceof HttpError && error.status < 500)) throw error;
  });
};

const LOCKS: Readonly<Record<(typeof HELD)[number], string>> = {
  page: 'SELECT FROM pages WHERE guid = $1 FOR NO KEY UPDATE',
  user: 'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE',
  assistant: 'SELECT FROM assistants WHERE id = $1 FOR NO KEY UPDATE',
  task: 'SELECT FROM tasks WHERE id = $1 FOR NO KEY UPDATE',
};

async function waitingSessions(on: PoolClient): Promise<number> {
  const { rows } = await on.query(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0].n;
}

/** All steps at once; where rows are held, one after the other until each is done or waits, and then all go on. */
async function playScene(play: Play, { held, heldPage, steps }: Scene): Promise<void> {
  if (held.length === 0) {
    await Promise.all(steps.map((step) => unlessRefused(play.take(step))));
    return;
  }
  const ids = {
    page: play.own[heldPage]?.page.guid,
    user: play.owner.id,
    assistant: play.assistants[heldPage === 0 ? 0 : 1].id,
    task: play.taskIds[heldPage],
  };
  const holder = await database.pool.connect();
  const begun: Promise<void>[] = [];
  try {
    await holder.query('BEGIN');
    // In the product's order of locks.
    for (const what of HELD.filter((one) => held.includes(one))) await holder.query(LOCKS[what], [ids[what]]);
    let unsettled = 0;
    for (const step of steps) {
      unsettled += 1;
      const work = unlessRefused(play.take(step)).finally(() => {
        unsettled -= 1;
      });
      work.catch(() => undefined);
      begun.push(work);
      for (let looks = 0; unsettled > 0 && (await waitingSessions(holder)) < unsettled && looks < 200; looks++) {
        await sleep(1);
      }
    }
    await holder.query('COMMIT');
  } finally {
    await Promise.all(begun).finally(() => holder.release());
  }
}

/** Each answers the rows that break its rule. */
const RULES: Readonly<Record<string, string>> = {
  'in flight without a claim, or a claim of something else': `SELECT 1 FROM page_postings p FULL JOIN in_flight f ON f.posting_id = p.id
    WHERE coalesce(p.owner_id, f.owner_id) = $1 AND (p.status = 'posting') IS DISTINCT FROM (f.posting_id IS NOT NULL)`,
  'counts of a task that are not its postings': `SELECT 1 FROM tasks t WHERE owner_id = $1
    AND (pending_count, posting_count, posted_count, completed_count, failed_count) <> (
      SELECT (count(*) FILTER (WHERE status = 'pending'))::int, (count(*) FILTER (WHERE status = 'posting'))::int,
        (count(*) FILTER (WHERE status = 'posted'))::int, (count(*) FILTER (WHERE status = 'completed'))::int,
        (count(*) FILTER (WHERE status = 'failed'))::int
      FROM page_postings WHERE task_id = t.id AND NOT is_duplicate)`,
  'steps that do not follow from each other': `SELECT 1 FROM (
      SELECT t.from_status, lag(t.to_status, 1, 'pending') OVER (PARTITION BY t.posting_id ORDER BY t.id) AS before
      FROM posting_transitions t JOIN page_postings p ON p.id = t.posting_id WHERE p.owner_id = $1) s
    WHERE from_status <> before`,
  'more refunds after the button was pressed than a day has': `SELECT 1 FROM credit_transactions WHERE user_id = $1 AND after_submitting
    GROUP BY page_guid HAVING count(*) > ${MAX_REFUNDS_AFTER_SUBMITTING}`,
  'a post whose screenshot nobody will make': `SELECT 1 FROM page_postings p WHERE owner_id = $1 AND status = 'posted'
    AND NOT EXISTS (SELECT FROM pending_screenshots WHERE posting_id = p.id)`,
};

async function check({ owner, own, daysOver, presses, pageOf }: Play): Promise<void> {
  const { balance, ledgerSum, lastBalanceAfter } = await readLedger(db(), owner.id);
  expect([ledgerSum, lastBalanceAfter]).toEqual([balance, balance]);
  expect(balance).toBeGreaterThanOrEqual(0);
  for (const [what, sql] of Object.entries(RULES)) {
    expect([what, (await db().query(sql, [owner.id])).length]).toEqual([what, 0]);
  }
  for (const { page } of own) {
    const [row]: { fees: number; refunds: number; unused: number; went_out: boolean }[] = await db().query(
      `SELECT count(*) FILTER (WHERE transaction_type = 'spending')::int AS fees,
         count(*) FILTER (WHERE transaction_type = 'refund')::int AS refunds,
         (SELECT count(unused_charge_id) FROM pages WHERE guid = $1)::int AS unused,
         EXISTS (SELECT FROM page_postings p WHERE p.page_guid = $1 AND p.status IN ('posted', 'completed')) AS went_out
       FROM credit_transactions WHERE page_guid = $1`,
      [page.guid],
    );
    const kept = (row?.fees ?? 0) - (row?.refunds ?? 0);
    const pressed = [...presses].filter(([id]) => pageOf.get(id) === page.guid).map(([, tokens]) => tokens.size);
    // A day is paid for once, what went out went out on a day that was, and nothing is kept for what can't have gone out.
    expect(kept).toBeLessThanOrEqual(1 + (daysOver.get(page.guid) ?? 0));
    expect(kept).toBeLessThanOrEqual((row?.unused ?? 0) + pressed.reduce((sum, tokens) => sum + tokens, 0));
    expect(kept).toBeGreaterThanOrEqual(row?.went_out ? 1 : 0);
  }
  for (const [id, tokens] of presses) {
    const handedOut = own.flatMap(({ claims }) => claims).filter((claimed) => claimed.id === id);
    if (handedOut.every(({ claimToken }) => tokens.has(claimToken))) {
      const uncounted = await db().query(
        `SELECT 1 FROM credit_transactions WHERE posting_id = $1 AND transaction_type = 'refund' AND NOT after_submitting`,
        [id],
      );
      // Every time it was handed out its button was pressed.
      expect(uncounted).toEqual([]);
    }
    const [row] = await db().query(
      `SELECT count(*)::int AS n FROM posting_transitions WHERE posting_id = $1 AND from_status = 'failed' AND to_status = 'pending'`,
      [id],
    );
    // Nothing is posted twice, unless a person asked for it again.
    expect(tokens.size).toBeLessThanOrEqual(1 + row.n);
  }
}

/** Nothing of what is gone is left to be posted once the jobs have run. */
async function checkEnd({ take, assistants, deleted, own }: Play): Promise<void> {
  await take({ what: 'cancel as the job does', page: 0 });
  const left = await db().query(
    `SELECT p.id FROM page_postings p JOIN assistants a ON a.id = p.assistant_id JOIN pages g ON g.guid = p.page_guid
     LEFT JOIN in_flight f ON f.posting_id = p.id
     WHERE (p.assistant_id = ANY ($1) OR p.page_guid = ANY ($2)) AND p.status IN ('pending', 'posting') AND f.submitting_at IS NULL
       AND (a.deleted_at IS NOT NULL OR g.unlinked_at IS NOT NULL)`,
    [assistants.map(({ id }) => id), own.map(({ page }) => page.guid)],
  );
  expect(left).toEqual([]);
  expect(deleted.size).toBeLessThanOrEqual(2);
}

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('claim' as const, 'submitting' as const, 'press and fail' as const) },
    { weight: 8, arbitrary: fc.constantFrom(...STEPS) },
  ),
  page: fc.nat(PAGES - 1),
});
const scene: fc.Arbitrary<Scene> = fc.record({
  held: fc.subarray([...HELD], { maxLength: 2 }),
  heldPage: fc.nat(PAGES - 1),
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
});
const story = fc.array(scene, { minLength: 8, maxLength: 16 });

test(
  'however calls of people, devices and workers wait for each other, a day is paid once and nothing is posted twice',
  async () => {
    await fc.assert(
      fc.asyncProperty(story, async (scenes) => {
        const play = await begin();
        for (const one of scenes) {
          await playScene(play, one);
          await check(play);
        }
        await checkEnd(play);
      }),
      MINUTES > 0
        ? { numRuns: 1_000_000, interruptAfterTimeLimit: MINUTES * 60_000, endOnFailure: true }
        : { numRuns: 30, endOnFailure: true },
    );
  },
  Math.max(120_000, MINUTES * 60_000 + 60_000),
);
