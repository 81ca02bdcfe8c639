import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';
import { HttpError } from '../../http/errors.ts';
import { keepPagesLinked } from '../../pages/linkedPagesLock.query.ts';
import { addToQueue } from '../addToQueue.ts';
import { Assistant } from '../assistant.entity.ts';
import { copyAssistant } from '../copyAssistant.ts';
import { dueRunAt, nextRunAt, type Schedule } from './nextRun.ts';
import {
  type DueRepeatRow,
  insertRun,
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

/** Copies the assistant and adds the copy to the queue, as its owner would. Returns the copy's id. If that is refused, no copy stays. */
async function copyToQueue(db: Db, { ownerId, assistantId }: Repeated): Promise<string | Problem> {
  try {
    // A transaction within the transaction is a savepoint.
    return await db.transaction(async (db) => {
      const id = await copyAssistant(db, ownerId, assistantId, null);
      await db.update(Assistant, id, { ofRepeat: true });
      await addToQueue(db, ownerId, id);
      return id;
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
  let runs = row.runs;
  const dueAt = dueRunAt(schedule, row.next_at, row.now);
  const plannedAt = dueAt ?? row.next_at;
  // Not later than the latest run only if the clock was set back.
  if (row.last_planned_at === null || plannedAt > row.last_planned_at) {
    const obstacle =
      (!assistant.is_active && DEACTIVATED) || (assistant.is_paused && PAUSED) || (dueAt === null && MISSED);
    const outcome = obstacle || (await copyToQueue(db, repeated));
    if (typeof outcome === 'string') {
      await insertRun(db, [assistantId, plannedAt, outcome, null]);
      runs++;
    } else {
      await insertRun(db, [assistantId, plannedAt, null, outcome.message]);
      await recordRepeatAlert(db, ['repeat_skipped', assistantId, ownerId, outcome.code]);
    }
  }
  const hasEnded = row.max_runs !== null && runs >= row.max_runs;
  const nextAt = hasEnded ? null : nextRunAt(schedule, row.now);
  await planNextRun(db, [assistantId, nextAt, runs]);
  if (nextAt === null) await recordRepeatAlert(db, ['repeat_ended', assistantId, ownerId, null]);
  return true;
}

/** The job that runs all repeats that are due. A repeat that fails is tried again by the next job, and the others still run. */
export async function runDueRepeats(
  { db, hints }: Pick<AppContext, 'db' | 'hints'>,
  abortSignal?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  for (const { assistant_id: assistantId, owner_id: ownerId } of await listDueRepeats(db, [])) {
    abortSignal?.throwIfAborted();
    try {
      if (!(await inTransaction(db, (db) => runRepeat(db, { ownerId, assistantId })))) continue;
      hints.send({ kind: 'work', owner: ownerId });
      hints.send({ kind: 'changed', owner: ownerId, tags: ['Assistant', 'Task', 'Queue'] });
    } catch (error) {
      failures.push(error);
      await recordRepeatAlert(db, ['repeat_skipped', assistantId, ownerId, FAILED_CODE]).catch((error: unknown) =>
        failures.push(error),
      );
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some repeats could not be run.');
}
