import { relativeTime } from '../../lib/relativeTime.ts';
import styles from './TaskTime.module.css';

interface TaskTimeProps {
  createdAt: string;
  updatedAt: string;
}

/** 'Updated about 2 hours ago', or 'Created ...' while nothing has happened to it; the exact time on hover. */
export function TaskTime({ createdAt, updatedAt }: TaskTimeProps) {
  const hasChanged = Date.parse(updatedAt) > Date.parse(createdAt);
  const shown = hasChanged ? updatedAt : createdAt;
  return (
    <time className={styles.time} dateTime={shown} title={new Date(shown).toLocaleString()}>
      {hasChanged ? 'Updated' : 'Created'} {relativeTime(shown)}
    </time>
  );
}
