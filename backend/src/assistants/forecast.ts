import { type Forecast, PAGE_DAY_CREDITS } from '@flyerdeck/contracts';
import { type Db, oneRow } from '../database/statement.ts';
import { pauseSentence } from '../queue/claimPause.query.ts';
import { countPostings, extentOf, findProblem, NOT_WAITING, planFlyers } from './addToQueue.ts';
import type { Assistant } from './assistant.entity.ts';
import { planNewPostings } from './forecast.query.ts';
import { findWarnings } from './preflight.ts';
import type { FlyerPlan } from './queueing.ts';

const HOUR_MS = 3_600_000;

/** The first and the last time of some dates that may be missing. */
const range = (times: readonly (Date | null | undefined)[]): [first: string | null, last: string | null] => {
  const known = times.filter((time) => time != null).sort((a, b) => a.getTime() - b.getTime());
  return [known[0]?.toISOString() ?? null, known.at(-1)?.toISOString() ?? null];
};

/** When the pages with limits or a pause would post the flyers and their duplicates. */
function planRestricted(db: Db, { ownerId, postingRules: rules }: Assistant, flyers: readonly FlyerPlan[]) {
  const later = rules.duplication_time_hours;
  const postings = [
    ...flyers.map(({ delay_hours, run_index }) => [delay_hours, 2 * run_index] as const),
    ...(later > 0 ? flyers.map(({ delay_hours, run_index }) => [delay_hours + later, 2 * run_index + 1] as const) : []),
  ];
  const [delays, runs] = [postings.map(([delay]) => delay), postings.map(([, run]) => run)];
  return oneRow(
    planNewPostings(db, [
      ownerId,
      rules.target_pages,
      rules.target_tags,
      delays,
      runs,
      rules.delay_between_tasks_hours,
    ]),
  );
}

/** What addToQueue would do now. Changes nothing. */
export async function forecast(db: Db, assistant: Assistant): Promise<Forecast> {
  const extent = await extentOf(db, assistant);
  const flyers = planFlyers(assistant, extent);
  const delays = flyers.map((flyer) => flyer.delay_hours);
  const postsAny = delays.length > 0 && extent.pages > 0;
  const creditsNeeded = postsAny ? extent.unpaid_pages * PAGE_DAY_CREDITS : 0;
  const problem = assistant.queuedAt === null ? ((await findProblem(db, assistant, extent))?.[1] ?? null) : NOT_WAITING;
  // Unrestricted pages post at their delays.
  const isFree = postsAny && extent.pages > extent.restricted_pages;
  const at = (hours: number) => (isFree ? new Date(Date.now() + hours * HOUR_MS) : null);
  const plan =
    problem === null && extent.restricted_pages > 0 ? await planRestricted(db, assistant, flyers) : undefined;
  const [first_at, last_at] = range([
    at(Math.min(...delays)),
    at(Math.max(...delays) + assistant.postingRules.duplication_time_hours),
    plan?.first_at,
    plan?.last_at,
  ]);
  return {
    pages: extent.pages,
    flyers: delays.length,
    postings: countPostings(assistant, extent),
    credits_needed: creditsNeeded,
    credits_balance: extent.balance,
    shortfall: Math.max(0, creditsNeeded - extent.balance),
    first_at,
    last_at,
    is_last_known: plan?.is_last_known ?? true,
    limited_pages: plan?.moved_pages ?? 0,
    posting_paused: await pauseSentence(db),
    problem,
    warnings: await findWarnings(db, assistant),
  };
}
