import { type CreditOutlook, PAGE_DAY_CREDITS } from '@flyerdeck/contracts';
import { nextRunAt } from '../assistants/repeats/nextRun.ts';
import { scheduleOf } from '../assistants/repeats/runRepeats.ts';
import { type Db, oneRow } from '../database/statement.ts';
import { type ComingRepeat, findOutlookDays, listComingRepeats, planFees } from './creditOutlook.query.ts';

function runTimes(repeat: ComingRepeat, end: Date): Date[] {
  const left = repeat.max_runs === null ? Number.POSITIVE_INFINITY : repeat.max_runs - repeat.runs;
  const times: Date[] = [];
  let at: Date | null = repeat.next_at;
  while (at !== null && at < end && times.length < left) {
    times.push(at);
    at = nextRunAt(scheduleOf(repeat), at);
  }
  return times;
}

/** What the next days will cost by the plan and by repeats, whose postings are claimed at once. The time zone must have been checked. */
export async function readCreditOutlook(db: Db, ownerId: string, timeZone: string): Promise<CreditOutlook> {
  const { balance, days } = await oneRow(findOutlookDays(db, [ownerId, timeZone]));
  const end = new Date(days.at(-1)?.until ?? 0);
  const claims = (await listComingRepeats(db, [ownerId])).flatMap((repeat) =>
    runTimes(repeat, end).flatMap((at) => repeat.page_guids.map((guid) => ({ guid, at }))),
  );
  const { fees, after } = await oneRow(
    planFees(db, [ownerId, claims.map(({ guid }) => guid), claims.map(({ at }) => at), end]),
  );
  const feesFrom = (start: number, until: number) =>
    fees.filter((at) => at.getTime() >= start && at.getTime() < until).length;
  return {
    credits_balance: balance,
    credits: fees.length * PAGE_DAY_CREDITS,
    days: days.map(({ day, until }, index) => ({
      day,
      credits: feesFrom(days[index - 1]?.until ?? 0, until) * PAGE_DAY_CREDITS,
    })),
    ends_at: fees[Math.floor(balance / PAGE_DAY_CREDITS)]?.toISOString() ?? null,
    after: after !== null && after < end ? after.toISOString() : null,
  };
}
