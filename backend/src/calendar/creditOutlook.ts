import { type CreditOutlook, PAGE_DAY_CREDITS, PAGE_DAY_HOURS } from '@flyerdeck/contracts';
import { HOUR } from '../assistants/plan/permittedTime.ts';
import { planPages, toDate } from '../assistants/plan/planPages.ts';
import { nextRunAt } from '../assistants/repeats/nextRun.ts';
import { scheduleOf } from '../assistants/repeats/runRepeats.ts';
import { type Db, oneRow } from '../database/statement.ts';
import type { PlanName } from '../plans/plans.ts';
import {
  type ComingRepeat,
  findOutlookDays,
  listComingRepeats,
  listPayingPages,
  type PayingPage,
} from './creditOutlook.query.ts';

/** All times are in microseconds. */
type Times = Map<string, number[]>;

const PAGE_DAY = PAGE_DAY_HOURS * HOUR;

/** When a page takes a fee, if it claims at these sorted times. The twin of needs_fee, charge_pages and renew_page_days. */
export function feeTimes({ paid_until, is_prepaid }: PayingPage, claims: readonly number[]): number[] {
  const fees: number[] = [];
  let paidUntil = paid_until ?? Number.NEGATIVE_INFINITY;
  let isPrepaid = is_prepaid;
  for (const at of claims) {
    if (at >= paidUntil) {
      if (!isPrepaid) fees.push(at);
      paidUntil = at + PAGE_DAY;
    }
    isPrepaid = false;
  }
  return fees;
}

function runTimes(repeat: ComingRepeat, end: number): number[] {
  const left = repeat.max_runs === null ? Number.POSITIVE_INFINITY : repeat.max_runs - repeat.runs;
  const times: number[] = [];
  let at: Date | null = repeat.next_at;
  while (at !== null && at.getTime() * 1000 < end && times.length < left) {
    times.push(at.getTime() * 1000);
    at = nextRunAt(scheduleOf(repeat), at);
  }
  return times;
}

function addClaim(claims: Times, guid: string, at: number): void {
  const times = claims.get(guid);
  if (times) times.push(at);
  else claims.set(guid, [at]);
}

/** When the pages will claim postings: those of their queues, and those that repeats will add, which are claimed at once. */
async function readClaims(db: Db, ownerId: string, pages: readonly PayingPage[], end: number): Promise<Times> {
  const claims: Times = new Map();
  const pageGuids = pages.filter(({ has_queue }) => has_queue).map(({ guid }) => guid);
  await planPages(db, { ownerId, pageGuids }, ({ page, claimedAt }) => {
    if (claimedAt < end) addClaim(claims, page.guid, claimedAt);
  });
  for (const repeat of await listComingRepeats(db, [ownerId])) {
    const times = runTimes(repeat, end);
    for (const guid of repeat.page_guids) for (const at of times) addClaim(claims, guid, at);
  }
  return claims;
}

export const CREDIT_OUTLOOK: PlanName<typeof readCreditOutlook> = 'credit-outlook';

/** What the next days will cost, and when the balance ends. The time zone must have been checked. */
export async function readCreditOutlook(db: Db, ownerId: string, timeZone: string): Promise<CreditOutlook> {
  const { balance, days } = await oneRow(findOutlookDays(db, [ownerId, timeZone]));
  const end = days.at(-1)?.until ?? 0;
  const pages = await listPayingPages(db, [ownerId]);
  const claims = await readClaims(db, ownerId, pages, end);
  const fees = pages
    .flatMap((page) =>
      feeTimes(
        page,
        (claims.get(page.guid) ?? []).sort((a, b) => a - b),
      ),
    )
    .sort((a, b) => a - b);
  const feesFrom = (start: number, end: number) => fees.filter((at) => at >= start && at < end).length;
  const unpaid = fees[Math.floor(balance / PAGE_DAY_CREDITS)];
  return {
    credits_balance: balance,
    credits: fees.length * PAGE_DAY_CREDITS,
    days: days.map(({ day, until }, index) => ({
      day,
      credits: feesFrom(days[index - 1]?.until ?? 0, until) * PAGE_DAY_CREDITS,
    })),
    ends_at: unpaid === undefined ? null : toDate(unpaid).toISOString(),
  };
}
