import type { RepeatBody } from '@flyerdeck/contracts';
import { readTime } from '../../database/processLock.query.ts';
import { type Db, oneRow } from '../../database/statement.ts';
import { notFound, unprocessable } from '../../server/http/errors.ts';
import { isTimeZone } from '../../server/http/timeZone.ts';
import { lockAssistant } from '../assistants.service.ts';
import { nextRunAt } from './nextRun.ts';
import { Repeat } from './repeat.entity.ts';
import { removeRepeat } from './repeats.query.ts';

const repeatNotFound = () => notFound('repeat.not_found', 'This assistant has no repeat.');

async function findNextTime(db: Db, repeat: Repeat): Promise<Date | null> {
  if (repeat.maxRuns !== null && repeat.runs >= repeat.maxRuns) return null;
  return nextRunAt(repeat, (await oneRow(readTime(db, []))).now);
}

/** Runs that are done still count. */
export async function saveRepeat(db: Db, ownerId: string, assistantId: string, body: RepeatBody): Promise<void> {
  await lockAssistant(db, ownerId, assistantId);
  if ((body.every_days === null) === (body.weekdays.length === 0)) {
    throw unprocessable('repeat.no_days', 'Choose either a number of days or at least one weekday.');
  }
  // Some versions of Node also accept offsets such as +01:00. They are no names, and have no clock changes.
  if (!/^[A-Za-z]/.test(body.time_zone) || !isTimeZone(body.time_zone)) {
    throw unprocessable('repeat.unknown_time_zone', `'${body.time_zone}' is not the name of a time zone.`);
  }
  const known = await db.findOneBy(Repeat, { assistantId });
  const repeat = db.create(Repeat, {
    runs: 0,
    pausedAt: null,
    ...known,
    assistantId,
    everyDays: body.every_days,
    weekdays: [...body.weekdays].sort(),
    localTime: body.local_time,
    timeZone: body.time_zone,
    startsOn: body.starts_on,
    endsOn: body.ends_on,
    maxRuns: body.max_runs,
  });
  repeat.nextAt = await findNextTime(db, repeat);
  if (repeat.nextAt === null) {
    throw unprocessable('repeat.never_runs', 'No run is left. Choose a later last day or a larger number of runs.');
  }
  await db.save(repeat);
}

/** Locks the assistant, as runs do. */
async function lockRepeat(db: Db, ownerId: string, assistantId: string): Promise<Repeat> {
  await lockAssistant(db, ownerId, assistantId);
  const repeat = await db.findOneBy(Repeat, { assistantId });
  if (!repeat) throw repeatNotFound();
  return repeat;
}

/** A repeat that goes on skips the times of the pause. */
export async function pauseRepeat(db: Db, ownerId: string, assistantId: string, isPaused: boolean): Promise<void> {
  const repeat = await lockRepeat(db, ownerId, assistantId);
  if ((repeat.pausedAt !== null) === isPaused) return;
  await db.update(
    Repeat,
    assistantId,
    isPaused ? { pausedAt: () => 'now()' } : { pausedAt: null, nextAt: await findNextTime(db, repeat) },
  );
}

export async function deleteRepeat(db: Db, ownerId: string, assistantId: string): Promise<void> {
  await lockRepeat(db, ownerId, assistantId);
  await removeRepeat(db, [assistantId]);
}
