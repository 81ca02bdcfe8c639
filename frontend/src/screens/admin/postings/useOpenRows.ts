import { useSearchParams } from 'react-router-dom';

const PARAM = 'open';
const MOST = 20;

/** The rows whose details are open. Stored in the URL, so that a link and a reload open them again. */
export function useOpenRows() {
  const [params, setParams] = useSearchParams();
  const openIds = params.get(PARAM)?.split(',') ?? [];
  const toggle = (id: string) =>
    setParams(
      (current) => {
        const ids = current.get(PARAM)?.split(',') ?? [];
        const next = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id].slice(-MOST);
        const result = new URLSearchParams(current);
        if (next.length > 0) result.set(PARAM, next.join(','));
        else result.delete(PARAM);
        return result;
      },
      { replace: true },
    );
  return { openIds, toggle };
}
