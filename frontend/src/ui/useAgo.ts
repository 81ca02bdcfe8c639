import { relativeTime } from '../lib/relativeTime.ts';
import { useMinuteTick } from './useMinuteTick.ts';

/** 'about 2 hours ago' of a time in the past, which stays true while it is looked at. */
export function useAgo(): (at: string) => string {
  const tickMs = useMinuteTick();
  // What happened since the last tick happened just now, not in the time to come.
  return (at) => relativeTime(at, Math.max(tickMs, Date.parse(at)));
}
