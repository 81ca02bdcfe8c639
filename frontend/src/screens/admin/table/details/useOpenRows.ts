import { useUrlParams } from '../../../../app/useUrlParams.ts';

const PARAM = 'open';
const MOST = 20;

/** The rows whose details are open. Stored in the URL, so that a link and a reload open them again. */
export function useOpenRows() {
  const [params, changeParams] = useUrlParams();
  const openIds = params.get(PARAM)?.split(',') ?? [];
  const toggle = (id: string) =>
    changeParams(
      (current) => {
        const ids = current.get(PARAM)?.split(',') ?? [];
        const next = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id].slice(-MOST);
        if (next.length > 0) current.set(PARAM, next.join(','));
        else current.delete(PARAM);
        return current;
      },
      { replace: true },
    );
  return { openIds, toggle };
}
