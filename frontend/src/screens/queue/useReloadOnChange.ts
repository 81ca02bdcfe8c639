import { useEffect, useRef } from 'react';

/** Calls `reload` when the watched value changes. Null means unknown; the first known value does not cause a reload. */
export function useReloadOnChange(watched: string | number | null, reload: () => unknown): void {
  const seen = useRef(watched);
  useEffect(() => {
    const before = seen.current;
    seen.current = watched ?? before;
    if (before !== null && watched !== null && before !== watched) reload();
  }, [watched, reload]);
}
