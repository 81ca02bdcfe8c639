import RightOutlined from '@ant-design/icons/RightOutlined';
import type { TaskDetail, TaskPosting, TimelineStep } from '@flyerdeck/contracts/types';
import { Button, Card, Flex, Table, type TableColumnType, Timeline, Typography } from 'antd';
import { useMemo } from 'react';
import { isSignedOutError, serverOrErrorMessage } from '../../data/apiError.ts';
import { useGetTaskQuery } from '../../data/tasks/tasksApi.ts';
import { useTaskRetry } from '../../data/tasks/useTaskRetry.ts';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { formatDateTime } from '../../lib/formatDate.ts';
import { counted, formatDuration } from '../../lib/numbers.ts';
import { canRetry, failedPostings, postingSentence } from '../../lib/postings.ts';
import { UnconfirmedDialog } from '../../ui/Dialog.tsx';
import { EmptyState, ErrorAlert, Skeleton } from '../../ui/notices.tsx';
import { PostLink } from '../../ui/PostLink.tsx';
import { ScreenshotThumbnail, useScreenshots } from '../../ui/Screenshots.tsx';
import { TaskStatusChip } from '../../ui/StatusChip.tsx';

const itemOf = ({ to_status, at, duration_ms }: TimelineStep) => ({
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

function PostingTimeline({ taskId, postingId }: { readonly taskId: string; readonly postingId: string }) {
  const { data, error, isLoading, refetch } = useGetTaskQuery({ id: taskId, posting_id: postingId });
  if (isLoading) return <Skeleton label="Loading timeline" rows={1} rowHeightPx={64} />;
  if (error && !isSignedOutError(error)) {
    return <ErrorAlert message={serverOrErrorMessage(error)} onRetry={() => void refetch()} />;
  }
  if (!data?.timeline?.length) return null;
  return <Timeline aria-label="Timeline" items={data.timeline.map(itemOf)} style={{ paddingTop: 8 }} />;
}

interface TaskPostingsProps {
  readonly task: TaskDetail;
  readonly isOwner: boolean;
  readonly openPostingId?: string | undefined;
}

const PAGE_ROWS = 100;

const PageCell = ({ posting }: { readonly posting: TaskPosting }) => (
  <Flex vertical>
    <Typography.Text strong>
      {posting.name}
      {posting.is_duplicate && ' (repeat)'}
    </Typography.Text>
    <Flex wrap gap="0 16px">
      <Typography.Text type={posting.status === 'failed' ? 'danger' : 'secondary'}>
        {postingSentence(posting)}
      </Typography.Text>
      {posting.scheduled_for && <span>Scheduled for {formatDateTime(posting.scheduled_for)}</span>}
      {posting.retry_count > 0 && <span>Tried again {counted(posting.retry_count, 'time')}</span>}
      {posting.picture_error && <span>No screenshot: {posting.picture_error}</span>}
      <PostLink {...posting} />
    </Flex>
  </Flex>
);

export function TaskPostings({ task, isOwner, openPostingId }: TaskPostingsProps) {
  const { isRetrying, retry, question, confirm, retryCertainOnly, dismiss } = useTaskRetry(task._id);
  const [openIds, setOpenIds] = useUiState<readonly string[]>(
    'task.openPostings',
    openPostingId ? [openPostingId] : [],
  );
  const postings = useMemo(() => {
    const isOpen = ({ id }: TaskPosting) => id === openPostingId;
    const all = task.page_postings;
    return openPostingId ? [...all.filter(isOpen), ...all.filter((posting) => !isOpen(posting))] : all;
  }, [task.page_postings, openPostingId]);
  const screenshots = useScreenshots(postings);
  const canRetryTask = isOwner && canRetry(task);

  const columns: TableColumnType<TaskPosting>[] = [
    { key: 'page', title: 'Page', render: (_, posting) => <PageCell posting={posting} /> },
    {
      key: 'status',
      title: 'Status',
      align: 'end',
      render: (_, posting) => (
        <Flex wrap justify="end" align="center" gap="small">
          {canRetryTask && posting.status === 'failed' && (
            <Button
              size="small"
              disabled={isRetrying}
              aria-label={`Retry ${posting.name}`}
              onClick={() => retry({ postings: [posting], isWholeTask: false })}
            >
              Retry
            </Button>
          )}
          <ScreenshotThumbnail posting={posting} onOpen={() => screenshots.show(posting)} />
          <TaskStatusChip status={posting.status} />
        </Flex>
      ),
    },
  ];

  return (
    <section aria-labelledby="postings">
      <Flex justify="space-between" align="center" style={{ minHeight: 36, marginBottom: 8 }}>
        <Typography.Title level={2} id="postings" style={{ margin: 0 }}>
          Pages ({postings.length.toLocaleString('en-US')})
        </Typography.Title>
        {canRetryTask && (
          <Button
            disabled={isRetrying}
            onClick={() => retry({ postings: failedPostings(postings), isWholeTask: true })}
          >
            {isRetrying ? 'Retrying...' : 'Retry'}
          </Button>
        )}
      </Flex>
      {postings.length === 0 ? (
        <EmptyState>No pages yet.</EmptyState>
      ) : (
        <Card style={{ overflow: 'hidden' }} styles={{ body: { padding: 0 } }}>
          <Table<TaskPosting>
            aria-label="Pages"
            rowKey="id"
            size="small"
            showHeader={false}
            columns={columns}
            dataSource={postings}
            pagination={{ pageSize: PAGE_ROWS, hideOnSinglePage: true, showSizeChanger: false }}
            expandable={{
              expandedRowKeys: openIds,
              onExpandedRowsChange: (keys) => setOpenIds(keys.map(String)),
              expandedRowRender: ({ id, updated_at }) => (
                <PostingTimeline key={updated_at} taskId={task._id} postingId={id} />
              ),
              expandIcon: ({ record, expanded, onExpand }) => (
                <Button
                  type="text"
                  size="small"
                  icon={<RightOutlined rotate={expanded ? 90 : 0} />}
                  aria-expanded={expanded}
                  aria-label={record.name}
                  onClick={(event) => onExpand(record, event)}
                />
              ),
            }}
          />
        </Card>
      )}
      {screenshots.viewer}
      <UnconfirmedDialog {...{ question, confirm, retryCertainOnly, dismiss }} />
    </section>
  );
}
