import { TRENDS_DAYS, TRENDS_RANGES } from '@flyerdeck/contracts/values/admin';
import { useUrlParams } from '../../../app/useUrlParams.ts';

const PARAM = 'days';

/** The range in the URL, and a function that changes it. */
export function useTrendsRange() {
  const [params, changeParams] = useUrlParams();
  const days = TRENDS_RANGES.find((range) => String(range) === params.get(PARAM)) ?? TRENDS_DAYS;
  const change = (chosen: number) =>
    changeParams((current) => {
      if (chosen === TRENDS_DAYS) current.delete(PARAM);
      else current.set(PARAM, String(chosen));
      return current;
    });
  return { days, change };
}
