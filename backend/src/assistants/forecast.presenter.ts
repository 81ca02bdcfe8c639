import type { Forecast } from '@flyerdeck/contracts';
import type { ForecastResult } from './addToQueue.ts';

const MS_PER_HOUR = 3_600_000;

export function presentForecast(result: ForecastResult, now: Date): Forecast {
  const at = (inHours: number | null) =>
    inHours === null ? null : new Date(now.getTime() + inHours * MS_PER_HOUR).toISOString();
  return {
    pages: result.pages,
    flyers: result.flyers,
    postings: result.postings,
    credits_needed: result.creditsNeeded,
    credits_balance: result.creditsBalance,
    shortfall: result.shortfall,
    first_at: at(result.firstInHours),
    last_at: at(result.lastInHours),
    problem: result.problem,
  };
}
