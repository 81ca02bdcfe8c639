import { type Forecast, PAGE_DAY_CREDITS } from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import type { PlanName } from '../plans/plans.ts';
import { pauseSentence } from '../queue/claimPause.query.ts';
import { countPostings, extentOf, findProblem, NOT_WAITING, planFlyers } from './addToQueue.ts';
import type { Assistant } from './assistant.entity.ts';
import { HOUR } from './plan/permittedTime.ts';
import { firstClaimOf, planNewPostings, toDate } from './plan/planPages.ts';
import { findWarnings } from './preflight.ts';

/** The first and the last time of some dates that may be missing. */
const range = (times: readonly (Date | undefined)[]): [first: string | null, last: string | null] => {
  const known = times.filter((time) => time !== undefined).sort((a, b) => a.getTime() - b.getTime());
  return [known[0]?.toISOString() ?? null, known.at(-1)?.toISOString() ?? null];
};

export const FORECAST: PlanName<typeof forecast> = 'forecast';

/** What addToQueue would do now. Changes nothing. */
export async function forecast(db: Db, assistant: Assistant): Promise<Forecast> {
  const extent = await extentOf(db, assistant);
  const flyers = planFlyers(assistant, extent);
  const delays = flyers.map((flyer) => flyer.delay_hours);
  const postsAny = delays.length > 0 && extent.pages > 0;
  const creditsNeeded = postsAny ? extent.unpaid_pages * PAGE_DAY_CREDITS : 0;
  const postings = countPostings(assistant, extent);
  const problem = assistant.queuedAt === null ? ((await findProblem(db, assistant, extent))?.[1] ?? null) : NOT_WAITING;
  // Unrestricted pages post at their delays after the first claim. The plan has the times of the restricted ones.
  const firstClaim = postsAny && extent.pages > extent.restricted_pages ? await firstClaimOf(db, assistant) : null;
  const at = (hours: number) => (firstClaim === null ? undefined : toDate(firstClaim + hours * HOUR));
  const plan =
    problem === null && extent.restricted_pages > 0
      ? await planNewPostings(db, assistant, flyers, firstClaim)
      : undefined;
  const [first_at, last_at] = range([
    at(Math.min(...delays)),
    at(Math.max(...delays) + assistant.postingRules.duplication_time_hours),
    plan?.first_at,
    plan?.last_at,
  ]);
  return {
    pages: extent.pages,
    flyers: delays.length,
    postings,
    credits_needed: creditsNeeded,
    credits_balance: extent.balance,
    shortfall: Math.max(0, creditsNeeded - extent.balance),
    first_at,
    last_at,
    limited_pages: plan?.moved_pages ?? 0,
    posting_paused: await pauseSentence(db),
    problem,
    warnings: await findWarnings(db, assistant),
  };
}
