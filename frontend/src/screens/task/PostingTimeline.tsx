import { statusLabel, TASK_STATUS_LABELS } from '@flyerdeck/contracts/statuses';
import { isSignedOutError, serverOrThrownMessage } from '../../data/apiError.ts';
import { useListTaskTimelinesQuery } from '../../data/tasks/tasksApi.ts';
import { formatDateTime } from '../../lib/formatDate.ts';
import { formatDuration } from '../../lib/formatDuration.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { statusTone } from '../../ui/statusTone.ts';
import styles from './PostingTimeline.module.css';

interface PostingTimelineProps {
  readonly taskId: string;
  readonly postingId: string;
}

/** A posting's life so far: each status it came to, when, and how long the one before had lasted. */
export function PostingTimeline({ taskId, postingId }: PostingTimelineProps) {
  const { data, error, isLoading, refetch } = useListTaskTimelinesQuery({ id: taskId, postingId });
  if (isLoading) return <Skeleton label="Loading timeline" rows={1} rowHeightPx={64} />;
  if (error && !isSignedOutError(error)) {
    return <ErrorAlert message={serverOrThrownMessage(error)} onRetry={() => void refetch()} />;
  }
  const timeline = data?.timelines[0];
  if (!timeline) return null;
  const steps = [
    { status: 'pending', at: timeline.created_at, after: null },
    ...timeline.transitions.map(({ to_status, at, duration_ms }) => ({
      status: to_status,
      at,
      after: `after ${formatDuration(duration_ms)}`,
    })),
  ];
  return (
    <ol className={styles.timeline} aria-label="Timeline">
      {[...steps.entries()].map(([place, { status, at, after }]) => (
        <li key={place} className={styles.step}>
          <StatusChip tone={statusTone(status)}>{statusLabel(TASK_STATUS_LABELS, status)}</StatusChip>
          <time dateTime={at}>{formatDateTime(at)}</time>
          {after && <span>{after}</span>}
        </li>
      ))}
    </ol>
  );
}
