import { TRENDS_DAYS, TRENDS_RANGES } from '@flyerdeck/contracts/limits';
import { useSearchParams } from 'react-router-dom';

const PARAM = 'days';

/** The range in the URL, and a function that changes it. */
export function useTrendsRange() {
  const [params, setParams] = useSearchParams();
  const days = TRENDS_RANGES.find((range) => String(range) === params.get(PARAM)) ?? TRENDS_DAYS;
  const change = (chosen: number) =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      if (chosen === TRENDS_DAYS) next.delete(PARAM);
      else next.set(PARAM, String(chosen));
      return next;
    });
  return { days, change };
}
