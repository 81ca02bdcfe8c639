import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_REFUNDS_AFTER_SUBMITTING } from '@flyerdeck/contracts';
import fc from 'fast-check';
import type { PoolClient } from 'pg';
import { unlinkPages } from '../../test/asRoutes.ts';
import { type Claimed, deviceOf, expireLease } from '../../test/deviceCalls.ts';
import { type BuiltPage, buildPage, buildQueuedAssistant, buildUser, readLedger } from '../../test/factories.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { STORIES_TIMEOUT_MS, tryStories } from '../../test/tryStories.ts';
import { deleteAssistant, pauseAssistant, resumeAssistant } from '../assistants/assistants.service.ts';
import { bookAdjustments } from '../credits/credits.service.ts';
import { inTransaction } from '../database/transaction.ts';
import { readBooks } from '../operation/books/books.query.ts';
import { requestLink } from '../pages/devices.service.ts';
import { linkPage } from '../pages/linking/linking.service.ts';
import { HttpError } from '../server/http/errors.ts';
import { cancelPostingsOfAssistant, cancelPostingsOfUnlinkedPages } from './end/cancelPostings.query.ts';
import { sweepLeases, sweepOfflinePages } from './end/sweeps.ts';
import { switchPosting } from './queue/queue.query.ts';
import { retryPostings } from './retry/retryPostings.ts';

/*
 * Generated sequences of calls of users, devices and workers on one account. A sequence has several rounds. The calls of a round
 * run at the same time. In some rounds a transaction holds row locks, so that the calls wait and continue in a given order.
 */
const database = useTestDatabase({ poolSize: 16 });
const db = () => database.db;
const PAGES = 3;
const STEPS = [
  'claim',
  'submitting',
  'submit and fail',
  'posted',
  'failed',
  'not pressed',
  // Late reports: they use the claim before the newest one.
  'posted late',
  'failed late',
  'not pressed late',
  'end the lease',
  'sweep',
  'set the page offline for a day',
  'retry',
  'end the paid day',
  'adjust the credits',
  'switch posting off and on',
  'pause',
  'resume',
  'delete the assistant',
  'run the cancel job',
  'unlink',
  'link again',
  'read the books',
] as const;
const NO_DEVIATIONS = { deviations_count: 0, deviations: [] };
const LOCKED_ROWS = ['page', 'user', 'assistant', 'task'] as const;

interface Step {
  readonly what: (typeof STEPS)[number];
  readonly page: number;
}
interface Round {
  readonly locked: readonly (typeof LOCKED_ROWS)[number][];
  readonly lockedPage: number;
  readonly steps: readonly Step[];
}

interface OwnPage {
  readonly page: BuiltPage;
  readonly creatorId: string;
  device: ReturnType<typeof deviceOf>;
  readonly claims: Claimed[];
}

// The end of a paid day makes charges older.
beforeAll(() => db().query('ALTER TABLE credit_transactions DISABLE TRIGGER credit_transactions_append_only'));

/** Creates a user with three pages, credits for fewer days than the test has, and two assistants with three flyers each. */
async function startTestRun() {
  const owner = await buildUser(db(), { posting: true });
  const adjust = (amount: number) =>
    inTransaction(db(), (manager) =>
      bookAdjustments(manager, {
        userIds: [owner.id],
        adminId: owner.id,
        amount,
        transactionType: 'admin_adjustment',
        description: '',
        idempotencyKey: null,
      }),
    );
  await adjust(-110);
  const ownPages: OwnPage[] = [];
  for (let i = 0; i < PAGES; i++) {
    const page = await buildPage(db(), owner.id, { name: `Page ${i}` });
    const [row] = await db().query('SELECT creator_id FROM pages WHERE guid = $1', [page.guid]);
    ownPages.push({ page, creatorId: row.creator_id, device: deviceOf(db(), page), claims: [] });
  }
  const pages = ownPages.map(({ page }) => page);
  const first = await buildQueuedAssistant(db(), owner.id, { pages, flyers: ['1', '2', '3'] });
  const second = await buildQueuedAssistant(db(), owner.id, { pages, flyers: ['4', '5', '6'] });
  const assistants = [first, second] as const;
  const taskIds = [...first.taskIds, ...second.taskIds];
  const endedDays = new Map<string, number>(pages.map(({ guid }) => [guid, 0]));
  /** For each posting the claim tokens with which it was, or may have been, submitted. */
  const submissions = new Map<string, Set<string>>();
  const recordSubmission = ({ id, claimToken }: Claimed) =>
    submissions.set(id, (submissions.get(id) ?? new Set()).add(claimToken));
  const pageOf = new Map<string, string>();
  const deleted = new Set<string>();

  const runStep = async ({ what, page: pageIndex }: Step): Promise<unknown> => {
    const ownPage = ownPages[pageIndex];
    if (!ownPage) throw new Error('no such page');
    const { page, device, claims } = ownPage;
    const assistant = assistants[pageIndex === 0 ? 0 : 1];
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
        return recordSubmission(newest);
      }
      case 'submit and fail': {
        await runStep({ what: 'claim', page: pageIndex });
        await runStep({ what: 'submitting', page: pageIndex });
        return runStep({ what: 'failed', page: pageIndex });
      }
      case 'posted':
        if (newest) await device.posted(newest);
        return newest && recordSubmission(newest);
      case 'failed':
        return newest && device.failed(newest);
      case 'posted late':
        if (late) await device.posted(late);
        return late && recordSubmission(late);
      case 'failed late':
        return late && device.failed(late);
      case 'not pressed':
      case 'not pressed late': {
        const claim = what === 'not pressed' ? newest : late;
        if (!claim) return;
        const { status } = await device.notPressed(claim);
        // It returns to the queue without a retry, because it was not posted.
        return status === 'pending' && submissions.get(claim.id)?.delete(claim.claimToken);
      }
      case 'end the lease':
        if (newest) await expireLease(db(), newest.id);
        return sweepLeases(database.db);
      case 'sweep':
        return sweepLeases(database.db);
      case 'set the page offline for a day':
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
        return retryPostings(db(), {
          ownerId: owner.id,
          taskId: taskIds[pageIndex] ?? '',
          postingIds: null,
          confirmUnconfirmed: true,
        });
      case 'end the paid day': {
        const ended = await db().query(
          `WITH ended AS (UPDATE pages SET paid_until = now() WHERE guid = $1 AND paid_until > now() RETURNING guid),
             older AS (UPDATE credit_transactions SET created_at = created_at - page_day()
               FROM ended WHERE page_guid = ended.guid AND transaction_type = 'spending')
           SELECT FROM ended`,
          [page.guid],
        );
        return endedDays.set(page.guid, (endedDays.get(page.guid) ?? 0) + ended.length);
      }
      case 'adjust the credits':
        return adjust(pageIndex === 0 ? -10 : 10);
      case 'switch posting off and on':
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
      case 'run the cancel job':
        for (const id of deleted) await cancelPostingsOfAssistant(database.db, id);
        return cancelPostingsOfUnlinkedPages(
          database.db,
          ownPages.map((one) => one.page.guid),
        );
      case 'unlink':
        return unlinkPages(db(), { ownerId: owner.id, pageGuids: [page.guid] });
      case 'link again': {
        const { linkingToken, deviceSecret } = await requestLink(database.db, {
          page: { creator_id: ownPage.creatorId, name: 'Page', username: 'page', avatar_url: null },
          extensionVersion: '1.0.0',
        });
        await inTransaction(db(), (db) =>
          linkPage(db, { ownerId: owner.id, token: linkingToken, confirmReplace: true }),
        );
        ownPage.device = deviceOf(db(), { guid: page.guid, deviceSecret });
        return;
      }
      case 'read the books':
        return expect(await readBooks(db())).toEqual(NO_DEVIATIONS);
    }
  };
  return { owner, ownPages, assistants, taskIds, endedDays, submissions, pageOf, deleted, runStep };
}
type TestRun = Awaited<ReturnType<typeof startTestRun>>;

/** Ignores refusals (4xx) and throws any other error. */
const ignoreRefusals = async (work: Promise<unknown>) => {
  await work.catch((error) => {
    if (!(error instanceof HttpError && error.status < 500)) throw error;
  });
};

const LOCKS: Readonly<Record<(typeof LOCKED_ROWS)[number], string>> = {
  page: 'SELECT FROM pages WHERE guid = $1 FOR NO KEY UPDATE',
  user: 'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE',
  assistant: 'SELECT FROM assistants WHERE id = $1 FOR NO KEY UPDATE',
  task: 'SELECT FROM tasks WHERE id = $1 FOR NO KEY UPDATE',
};

async function countWaitingSessions(on: PoolClient): Promise<number> {
  const { rows } = await on.query(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0].n;
}

/** Runs all steps at the same time. With locked rows, it starts each step when the one before has ended or waits for a lock. */
async function runRound(testRun: TestRun, { locked, lockedPage, steps }: Round): Promise<void> {
  if (locked.length === 0) {
    await Promise.all(steps.map((step) => ignoreRefusals(testRun.runStep(step))));
    return;
  }
  const ids = {
    page: testRun.ownPages[lockedPage]?.page.guid,
    user: testRun.owner.id,
    assistant: testRun.assistants[lockedPage === 0 ? 0 : 1].id,
    task: testRun.taskIds[lockedPage],
  };
  const holder = await database.pool.connect();
  const begun: Promise<void>[] = [];
  try {
    await holder.query('BEGIN');
    // The product locks rows in this order.
    for (const what of LOCKED_ROWS.filter((one) => locked.includes(one))) await holder.query(LOCKS[what], [ids[what]]);
    let unsettled = 0;
    for (const step of steps) {
      unsettled += 1;
      const work = ignoreRefusals(testRun.runStep(step)).finally(() => {
        unsettled -= 1;
      });
      work.catch(() => undefined);
      begun.push(work);
      for (
        let checks = 0;
        unsettled > 0 && (await countWaitingSessions(holder)) < unsettled && checks < 200;
        checks++
      ) {
        await sleep(1);
      }
    }
    await holder.query('COMMIT');
  } finally {
    await Promise.all(begun).finally(() => holder.release());
  }
}

/** Each statement returns the rows that violate its rule. */
const RULES: Readonly<Record<string, string>> = {
  'posting in flight without a claim, or claim of another posting': `SELECT 1 FROM page_postings p FULL JOIN in_flight f ON f.posting_id = p.id
    WHERE coalesce(p.owner_id, f.owner_id) = $1 AND (p.status = 'posting') IS DISTINCT FROM (f.posting_id IS NOT NULL)`,
  'transition that does not start where the previous one ended': `SELECT 1 FROM (
      SELECT t.from_status, lag(t.to_status, 1, 'pending') OVER (PARTITION BY t.posting_id ORDER BY t.id) AS before
      FROM posting_transitions t JOIN page_postings p ON p.id = t.posting_id WHERE p.owner_id = $1) s
    WHERE from_status <> before`,
  'more refunds after submitting than a day allows': `SELECT 1 FROM credit_transactions WHERE user_id = $1 AND after_submitting
    GROUP BY page_guid HAVING count(*) > ${MAX_REFUNDS_AFTER_SUBMITTING}`,
  'posted posting without a pending screenshot': `SELECT 1 FROM page_postings p WHERE owner_id = $1 AND status = 'posted'
    AND NOT EXISTS (SELECT FROM pending_screenshots WHERE posting_id = p.id)`,
};

async function check({ owner, ownPages, endedDays, submissions, pageOf }: TestRun): Promise<void> {
  expect(await readBooks(db())).toEqual(NO_DEVIATIONS);
  const { balance, lastBalanceAfter } = await readLedger(db(), owner.id);
  expect(lastBalanceAfter).toBe(balance);
  expect(balance).toBeGreaterThanOrEqual(0);
  for (const [what, sql] of Object.entries(RULES)) {
    expect([what, (await db().query(sql, [owner.id])).length]).toEqual([what, 0]);
  }
  for (const { page } of ownPages) {
    const [row]: { fees: number; refunds: number; unused: number; has_post: boolean }[] = await db().query(
      `SELECT count(*) FILTER (WHERE transaction_type = 'spending')::int AS fees,
         count(*) FILTER (WHERE transaction_type = 'refund')::int AS refunds,
         (SELECT count(unused_charge_id) FROM pages WHERE guid = $1)::int AS unused,
         EXISTS (SELECT FROM page_postings p WHERE p.page_guid = $1 AND p.status IN ('posted', 'completed')) AS has_post
       FROM credit_transactions WHERE page_guid = $1`,
      [page.guid],
    );
    const kept = (row?.fees ?? 0) - (row?.refunds ?? 0);
    const submissionCounts = [...submissions]
      .filter(([id]) => pageOf.get(id) === page.guid)
      .map(([, tokens]) => tokens.size);
    // Each day is charged at most once, a page with a post was charged, and a charge is kept only if something may have been posted.
    expect(kept).toBeLessThanOrEqual(1 + (endedDays.get(page.guid) ?? 0));
    expect(kept).toBeLessThanOrEqual((row?.unused ?? 0) + submissionCounts.reduce((sum, tokens) => sum + tokens, 0));
    expect(kept).toBeGreaterThanOrEqual(row?.has_post ? 1 : 0);
  }
  for (const [id, tokens] of submissions) {
    const claimsOfPosting = ownPages.flatMap(({ claims }) => claims).filter((claimed) => claimed.id === id);
    if (claimsOfPosting.every(({ claimToken }) => tokens.has(claimToken))) {
      const uncounted = await db().query(
        `SELECT 1 FROM credit_transactions WHERE posting_id = $1 AND transaction_type = 'refund' AND NOT after_submitting`,
        [id],
      );
      // Every claim of this posting was submitted, so every refund counts towards the limit.
      expect(uncounted).toEqual([]);
    }
    const [row] = await db().query(
      `SELECT count(*)::int AS n FROM posting_transitions WHERE posting_id = $1 AND from_status = 'failed' AND to_status = 'pending'`,
      [id],
    );
    // A posting is submitted once, and once more for each retry by the user.
    expect(tokens.size).toBeLessThanOrEqual(1 + row.n);
  }
}

/** After the jobs have run, no posting of a deleted assistant or an unlinked page waits to be posted. */
async function checkAfterJobs({ runStep, assistants, deleted, ownPages }: TestRun): Promise<void> {
  await runStep({ what: 'run the cancel job', page: 0 });
  const left = await db().query(
    `SELECT p.id FROM page_postings p JOIN assistants a ON a.id = p.assistant_id JOIN pages g ON g.guid = p.page_guid
     LEFT JOIN in_flight f ON f.posting_id = p.id
     WHERE (p.assistant_id = ANY ($1) OR p.page_guid = ANY ($2)) AND p.status IN ('pending', 'posting') AND f.submitting_at IS NULL
       AND (a.deleted_at IS NOT NULL OR g.unlinked_at IS NOT NULL)`,
    [assistants.map(({ id }) => id), ownPages.map(({ page }) => page.guid)],
  );
  expect(left).toEqual([]);
  expect(deleted.size).toBeLessThanOrEqual(2);
}

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('claim' as const, 'submitting' as const, 'submit and fail' as const) },
    { weight: 8, arbitrary: fc.constantFrom(...STEPS) },
  ),
  page: fc.nat(PAGES - 1),
});
const round: fc.Arbitrary<Round> = fc.record({
  locked: fc.subarray([...LOCKED_ROWS], { maxLength: 2 }),
  lockedPage: fc.nat(PAGES - 1),
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
});
const sequence = fc.array(round, { minLength: 8, maxLength: 16 });

test(
  'concurrent calls of users, devices and workers in any order charge a day once and post nothing twice',
  async () => {
    await tryStories(sequence, async (rounds) => {
      const testRun = await startTestRun();
      for (const one of rounds) {
        await runRound(testRun, one);
        await check(testRun);
      }
      await checkAfterJobs(testRun);
    });
  },
  STORIES_TIMEOUT_MS,
);
