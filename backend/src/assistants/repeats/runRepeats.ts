import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { JobHandler } from '../../jobs/enqueue.query.ts';
import { keepPagesLinked } from '../../pages/pages.query.ts';
import { HttpError } from '../../server/http/errors.ts';
import { copyAssistant } from '../assistants.service.ts';
import { queueAssistant } from '../queueing/addToQueue.ts';
import { dueAndNextRun, type Schedule } from './nextRun.ts';
import {
  type DueRepeatRow,
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

interface Problem {
  readonly code: string;
  readonly message: string;
}
const DEACTIVATED: Problem = { code: 'account.deactivated', message: 'The account is deactivated.' };
const PAUSED: Problem = { code: 'assistant.paused', message: 'The assistant is paused. Resume it first.' };
const MISSED: Problem = { code: 'repeat.missed', message: 'Flyerdeck was not running at this time.' };
const FAILED_CODE = 'repeat.failed';

/** Returns the copy's id. If that is refused, no copy stays. The caller has called keepPagesLinked and locked the owner and the assistant. */
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

/** One transaction: two servers, or a server that ends meanwhile, never run a planned time twice. Returns whether the repeat was due. */
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

export const runRepeatJob =
  ({ db, hints }: Pick<AppContext, 'db' | 'hints'>): JobHandler<'run_repeat'> =>
  async ({ owner_id: ownerId, assistant_id: assistantId }) => {
    try {
      if (!(await inTransaction(db, (db) => runRepeat(db, { ownerId, assistantId })))) return;
    } catch (error) {
      await recordRepeatAlert(db, ['repeat_skipped', assistantId, ownerId, FAILED_CODE]).catch(() => undefined);
      throw error;
    }
    hints.send({ kind: 'work', owner: ownerId });
    hints.send({ kind: 'changed', owner: ownerId, tags: ['Assistant', 'Task', 'Queue'] });
  };
