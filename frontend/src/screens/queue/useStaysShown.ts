import { useEffect, useState } from 'react';

const LOOKED_AT_AFTER_MS = 200;

/** True once the component has stood for a moment: rows that fly past while a list is scrolled ask for nothing. */
export function useStaysShown(): boolean {
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), LOOKED_AT_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}
