import { relativeTime } from '../lib/relativeTime.ts';
import styles from './RelativeTime.module.css';
import { useMinuteTick } from './useMinuteTick.ts';

interface RelativeTimeProps {
  word: 'Updated' | 'Created';
  at: string;
}

/** 'Updated about 2 hours ago', which stays true while it is looked at; the exact time on hover. */
export function RelativeTime({ word, at }: RelativeTimeProps) {
  // What happened since the last tick happened just now, not in the time to come.
  const nowMs = Math.max(useMinuteTick(), Date.parse(at));
  return (
    <time className={styles.time} dateTime={at} title={new Date(at).toLocaleString()}>
      {word} {relativeTime(at, nowMs)}
    </time>
  );
}
