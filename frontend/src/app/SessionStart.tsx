import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { needsSession } from './needsSession.ts';

/** Starts the session at the first address that needs one. */
export function SessionStart({ start }: { start(): void }) {
  const { pathname } = useLocation();
  useEffect(() => {
    if (needsSession(pathname)) start();
  }, [pathname, start]);
  return null;
}
