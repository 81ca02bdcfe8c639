import { useSyncExternalStore } from 'react';
import { formatExactTime, relativeTime } from '../lib/formatDate.ts';
import { onMinute, readMinuteClock } from '../lib/minuteClock.ts';

export const useMinute = (): number => useSyncExternalStore(onMinute, readMinuteClock);

export function useAgo(): (at: string) => string {
  const tickMs = useMinute();
  // A time after the last tick is shown as just now, not as a future time.
  return (at) => relativeTime(at, Math.max(tickMs, Date.parse(at)));
}

export function RelativeTime({ word, at }: { word: 'Updated' | 'Created'; at: string }) {
  const ago = useAgo();
  return (
    <time className="u-muted u-small u-nowrap" dateTime={at} title={formatExactTime(at)}>
      {word} {ago(at)}
    </time>
  );
}
