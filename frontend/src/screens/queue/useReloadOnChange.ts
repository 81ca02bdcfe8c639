import { useEffect, useRef } from 'react';

/** Reloads when a watched value moves from one known value to another; the first one known changes nothing. */
export function useReloadOnChange(watched: string | number | null, reload: () => unknown): void {
  const seen = useRef(watched);
  useEffect(() => {
    const before = seen.current;
    seen.current = watched ?? before;
    if (before !== null && watched !== null && before !== watched) reload();
  }, [watched, reload]);
}
