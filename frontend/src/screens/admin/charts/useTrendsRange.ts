import { TRENDS_DAYS, TRENDS_RANGES } from '@flyerdeck/contracts/values/admin';
import { useUrlParams, withParam } from '../../../app/hooks.ts';

const PARAM = 'days';

/** The range in the URL, and a function that changes it. */
export function useTrendsRange() {
  const [params, changeParams] = useUrlParams();
  const days = TRENDS_RANGES.find((range) => String(range) === params.get(PARAM)) ?? TRENDS_DAYS;
  const change = (chosen: number) => changeParams(withParam(PARAM, chosen === TRENDS_DAYS ? null : String(chosen)));
  return { days, change };
}
