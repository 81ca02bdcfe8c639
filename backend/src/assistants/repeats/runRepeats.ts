import type { AppContext } from '../../context.ts';
import { type Db, oneRow } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';
import { HttpError } from '../../http/errors.ts';
import type { JobHandler } from '../../jobs/enqueue.query.ts';
import { keepPagesLinked } from '../../pages/linkedPagesLock.query.ts';
import { inBatches } from '../../postings/inBatches.ts';
import { queueAssistant } from '../addToQueue.ts';
import { copyAssistant } from '../copyAssistant.ts';
import { dueAndNextRun, type Schedule } from './nextRun.ts';
import {
  type DueRepeatRow,
  enqueueOwnerAgain,
  enqueueOwners,
  hastenFailedOwners,
  listDueRepeats,
  lockDueRepeat,
  lockRepeatedAssistant,
  planNextRun,
  recordRepeatAlert,
} from './repeats.query.ts';

interface Repeated {
  readonly ownerId: string;
  readonly assistantId: string;
}

export const scheduleOf = (row: Omit<DueRepeatRow, 'last_planned_at' | 'now'>): Schedule => ({
  everyDays: row.every_days,
  weekdays: row.weekdays,
  localTime: row.local_time,
  timeZone: row.time_zone,
  startsOn: row.starts_on,
  endsOn: row.ends_on,
});

/** Why nothing was added to the queue. */
interface Problem {
  readonly code: string;
  readonly message: string;
}
const DEACTIVATED: Problem = { code: 'account.deactivated', message: 'The account is deactivated.' };
const PAUSED: Problem = { code: 'assistant.paused', message: 'The assistant is paused. Resume it first.' };
const MISSED: Problem = { code: 'repeat.missed', message: 'Flyerdeck was not running at this time.' };
const FAILED_CODE = 'repeat.failed';

/**
 * Copies the assistant and adds the copy to the queue, as its owner would. Returns the copy's id. If that is refused, no copy stays. The
 * caller has called keepPagesLinked and locked the owner and the assistant.
 */
async function copyToQueue(db: Db, { ownerId, assistantId }: Repeated): Promise<string | Problem> {
  try {
    // A transaction within the transaction is a savepoint.
    return await db.transaction(async (db) => {
      const copy = await copyAssistant(db, ownerId, assistantId, null);
      await queueAssistant(db, copy);
      return copy.id;
    });
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return error;
  }
}

/**
 * Runs a repeat if it is due, and plans its next run, in one transaction: two servers, or a server that ends meanwhile, never run a
 * planned time twice. Returns whether it was due.
 */
export async function runRepeat(db: Db, repeated: Repeated): Promise<boolean> {
  const { ownerId, assistantId } = repeated;
  await keepPagesLinked(db, [ownerId]);
  const [assistant] = await lockRepeatedAssistant(db, [ownerId, assistantId]);
  const [row] = await lockDueRepeat(db, [assistantId]);
  if (!assistant || !row) return false;
  const schedule = scheduleOf(row);
  const { due, next } = dueAndNextRun(schedule, row.next_at, row.now);
  const plannedAt = due ?? row.next_at;
  let outcome: string | Problem | null = null;
  // Not later than the latest run only if the clock was set back.
  if (row.last_planned_at === null || plannedAt > row.last_planned_at) {
    const obstacle =
      (!assistant.is_active && DEACTIVATED) || (assistant.is_paused && PAUSED) || (due === null && MISSED);
    outcome = obstacle || (await copyToQueue(db, repeated));
  }
  const [copyId, problem] = typeof outcome === 'string' ? [outcome, null] : [null, outcome];
  const hasEnded = row.max_runs !== null && row.runs + (copyId ? 1 : 0) >= row.max_runs;
  const nextAt = hasEnded ? null : next;
  await planNextRun(db, [assistantId, nextAt, outcome === null ? null : plannedAt, copyId, problem?.message ?? null]);
  if (problem) await recordRepeatAlert(db, ['repeat_skipped', assistantId, ownerId, problem.code]);
  if (nextAt === null) await recordRepeatAlert(db, ['repeat_ended', assistantId, ownerId, null]);
  return true;
}

/** Owners whose jobs are enqueued in one transaction. */
const OWNERS_AT_ONCE = 5_000;

/** The job of each minute. A job for each owner then runs the repeats that are due: several at once, on all workers. */
export async function runDueRepeats(db: Db): Promise<void> {
  await hastenFailedOwners(db, []);
  await inBatches(async () => (await oneRow(enqueueOwners(db, [OWNERS_AT_ONCE]))).owners, { size: OWNERS_AT_ONCE });
}

/** After this time other owners are next. Ten owners with long repeats would otherwise occupy all workers for minutes. */
const TURN_MS = 1_000;

/** Runs the due repeats of an owner, in turns with other owners. A repeat that fails is tried again within a minute, and the others still run. */
export const runRepeatsOfOwner =
  ({ db, hints }: Pick<AppContext, 'db' | 'hints'>, turnMs = TURN_MS): JobHandler<'run_repeats_of_owner'> =>
  async ({ owner_id: owner }, { abortSignal }) => {
    const failures: unknown[] = [];
    const startedAt = performance.now();
    for (const [index, { assistant_id: assistantId }] of (await listDueRepeats(db, [owner])).entries()) {
      abortSignal.throwIfAborted();
      // Not after a failure: the job is then tried again, and would begin with the same repeat.
      if (index > 0 && failures.length === 0 && performance.now() - startedAt >= turnMs) {
        await enqueueOwnerAgain(db, [owner]);
        return;
      }
      try {
        if (!(await inTransaction(db, (db) => runRepeat(db, { ownerId: owner, assistantId })))) continue;
        hints.send({ kind: 'work', owner });
        hints.send({ kind: 'changed', owner, tags: ['Assistant', 'Task', 'Queue'] });
      } catch (error) {
        failures.push(error);
        await recordRepeatAlert(db, ['repeat_skipped', assistantId, owner, FAILED_CODE]).catch((error: unknown) =>
          failures.push(error),
        );
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Some repeats could not be run.');
  };
