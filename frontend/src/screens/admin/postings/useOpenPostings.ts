import type { DetailedPosting } from '@flyerdeck/contracts/types';
import { useCallback, useState } from 'react';

/** Which postings show their detail. */
export function useOpenPostings() {
  const [openIds, setOpenIds] = useState<readonly string[]>([]);
  const toggle = useCallback(
    ({ id }: DetailedPosting) =>
      setOpenIds((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])),
    [],
  );
  return { openIds, toggle };
}
