import { Flex, Timeline, Typography } from 'antd';
import { isSignedOutError, serverOrThrownMessage } from '../../data/apiError.ts';
import { useListTaskTimelinesQuery } from '../../data/tasks/tasksApi.ts';
import { formatDateTime } from '../../lib/formatDate.ts';
import { formatDuration } from '../../lib/formatDuration.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TaskStatusChip } from '../../ui/TaskStatusChip.tsx';

interface PostingTimelineProps {
  readonly taskId: string;
  readonly postingId: string;
}

interface Step {
  readonly status: string;
  readonly at: string;
  /** How long the status before lasted. */
  readonly after?: string;
}

const itemOf = ({ status, at, after }: Step) => ({
  content: (
    <Flex wrap align="center" gap="small">
      <TaskStatusChip status={status} />
      <time dateTime={at}>{formatDateTime(at)}</time>
      {after && <Typography.Text type="secondary">{after}</Typography.Text>}
    </Flex>
  ),
});

/** Every status a posting has had, with its time. */
export function PostingTimeline({ taskId, postingId }: PostingTimelineProps) {
  const { data, error, isLoading, refetch } = useListTaskTimelinesQuery({ id: taskId, postingId });
  if (isLoading) return <Skeleton label="Loading timeline" rows={1} rowHeightPx={64} />;
  if (error && !isSignedOutError(error)) {
    return <ErrorAlert message={serverOrThrownMessage(error)} onRetry={() => void refetch()} />;
  }
  const timeline = data?.timelines[0];
  if (!timeline) return null;
  const steps: Step[] = [
    { status: 'pending', at: timeline.created_at },
    ...timeline.transitions.map(({ to_status, at, duration_ms }) => ({
      status: to_status,
      at,
      after: `after ${formatDuration(duration_ms)}`,
    })),
  ];
  return <Timeline aria-label="Timeline" items={steps.map(itemOf)} style={{ paddingTop: 8 }} />;
}
