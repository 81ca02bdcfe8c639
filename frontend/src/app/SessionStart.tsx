import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { needsSession } from './needsSession.ts';

/** Starts the session with the first address that has to know who is there. */
export function SessionStart({ start }: { start(): void }) {
  const { pathname } = useLocation();
  useEffect(() => {
    if (needsSession(pathname)) start();
  }, [pathname, start]);
  return null;
}
