import { Flex, Timeline, Typography } from 'antd';
import { isSignedOutError, serverOrErrorMessage } from '../../data/apiError.ts';
import { useListTaskTimelinesQuery } from '../../data/tasks/tasksApi.ts';
import { formatDateTime } from '../../lib/formatDate.ts';
import { formatDuration } from '../../lib/numbers.ts';
import { ErrorAlert, Skeleton } from '../../ui/notices.tsx';
import { TaskStatusChip } from '../../ui/StatusChip.tsx';

interface PostingTimelineProps {
  readonly taskId: string;
  readonly postingId: string;
}

interface Step {
  readonly to_status: string;
  readonly at: string;
  /** The duration of the previous status; null for the first status. */
  readonly duration_ms: number | null;
}

const itemOf = ({ to_status, at, duration_ms }: Step) => ({
  content: (
    <Flex wrap align="center" gap="small">
      <TaskStatusChip status={to_status} />
      <time dateTime={at}>{formatDateTime(at)}</time>
      {duration_ms !== null && (
        <Typography.Text type="secondary">{`after ${formatDuration(duration_ms)}`}</Typography.Text>
      )}
    </Flex>
  ),
});

export function PostingTimeline({ taskId, postingId }: PostingTimelineProps) {
  const { data, error, isLoading, refetch } = useListTaskTimelinesQuery({ id: taskId, postingId });
  if (isLoading) return <Skeleton label="Loading timeline" rows={1} rowHeightPx={64} />;
  if (error && !isSignedOutError(error)) {
    return <ErrorAlert message={serverOrErrorMessage(error)} onRetry={() => void refetch()} />;
  }
  const timeline = data?.timelines[0];
  if (!timeline) return null;
  const steps: Step[] = [{ to_status: 'pending', at: timeline.created_at, duration_ms: null }, ...timeline.transitions];
  return <Timeline aria-label="Timeline" items={steps.map(itemOf)} style={{ paddingTop: 8 }} />;
}
