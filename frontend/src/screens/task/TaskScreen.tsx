import FolderOutlined from '@ant-design/icons/FolderOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import type { TaskStatus } from '@flyerdeck/contracts/tasks.values';
import type { TaskDetail, TaskPosting, TimelineStep } from '@flyerdeck/contracts/types';
import { Button, Card, Col, Flex, Row, Table, type TableColumnType, Timeline, Typography } from 'antd';
import { useMemo } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom';
import { useAppSelector } from '../../app/hooks.ts';
import { SettleDoubt } from '../../app/SettleDoubt.tsx';
import { errorCode, errorSentence, isSignedOutError, serverOrErrorMessage } from '../../data/apiError.ts';
import { selectCurrentUser } from '../../data/session/sessionSlice.ts';
import { tasksApi, useGetTaskQuery } from '../../data/tasks/tasksApi.ts';
import { useTaskRetry } from '../../data/tasks/useTaskRetry.ts';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { formatDateTime } from '../../lib/formatDate.ts';
import { counted, formatDuration } from '../../lib/numbers.ts';
import { canRetry, failedPostings, isInDoubt, postingSentence } from '../../lib/postings.ts';
import { UnconfirmedDialog } from '../../ui/Dialog.tsx';
import { EmptyState, ErrorAlert, Skeleton } from '../../ui/notices.tsx';
import { PostLink } from '../../ui/PostLink.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { ScreenFrame } from '../../ui/ScreenFrame.tsx';
import { ScreenshotThumbnail, useScreenshots } from '../../ui/Screenshots.tsx';
import { TaskStatusChip } from '../../ui/StatusChip.tsx';

/** Posting and screenshots change a task without user input. */
const POLL_MS = 10_000;
const SETTLED: readonly TaskStatus[] = ['waiting', 'completed', 'failed', 'partially_completed', 'archived'];

/** A URL with an invalid id is treated like one with an unknown id. */
const MISSING: readonly (string | undefined)[] = ['task.not_found', 'invalid_request'];

export default function TaskScreen() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const currentId = useAppSelector((root) => selectCurrentUser(root)?.telegram_id);
  const { data: cached } = tasksApi.endpoints.getTask.useQueryState({ id });
  const isChanging = cached !== undefined && !SETTLED.includes(cached.status);
  const {
    currentData: task,
    error,
    isFetching,
    refetch,
  } = useGetTaskQuery({ id }, { pollingInterval: isChanging ? POLL_MS : 0, skipPollingIfUnfocused: true });

  const isFailed = error !== undefined && !isSignedOutError(error);
  const isMissing = isFailed && MISSING.includes(errorCode(error));
  // The server sends the owner only to other users: a task without `owner` belongs to the current user.
  const isOwner = task !== undefined && (!task.owner || task.owner.telegram_id === currentId);
  const title =
    task && !isFailed ? `Flyer ${task.sequence_order + 1} of ${task.assistant_name || '(Unnamed Assistant)'}` : 'Task';

  return (
    <ScreenFrame
      title={title}
      maxWidthPx={1120}
      header={
        <Button
          style={{ marginInlineStart: 'auto' }}
          onClick={() => navigate(state?.back ?? '/?view=queue', { state: state?.backState })}
        >
          Back
        </Button>
      }
    >
      {isMissing && <EmptyState>Task not found</EmptyState>}
      {isFailed && !isMissing && (
        <ErrorAlert
          message={`Error loading details: ${errorSentence(error, 'Failed to fetch details.')}`}
          onRetry={() => void refetch()}
        />
      )}
      {!task && isFetching && <Skeleton label="Loading task" rows={2} rowHeightPx={200} />}
      {task && !isMissing && (
        <>
          <FlyerCard task={task} />
          <TaskPostings key={task._id} task={task} isOwner={isOwner} openPostingId={state?.postingId} />
        </>
      )}
    </ScreenFrame>
  );
}

/** Twice the displayed width, for high-resolution screens. */
const IMAGE_WIDTH_PX = 640;

/** A fixed box, so that nothing moves when the image is loaded. */
const IMAGE_STYLE = { display: 'block', width: '100%', height: 320, objectFit: 'contain' } as const;
const NO_IMAGE_STYLE = { fontSize: 32, lineHeight: '120px', textAlign: 'center' } as const;

function FlyerCard({ task }: { readonly task: TaskDetail }) {
  const isAdmin = useAppSelector((state) => selectCurrentUser(state)?.is_admin ?? false);
  const { owner, file_id: fileId, page_counts: counts } = task;
  return (
    <Card role="region" aria-label="Flyer">
      <Row gutter={[20, 16]}>
        <Col xs={24} sm={9} lg={6}>
          {fileId ? (
            <a href={`/api/get_image/${fileId}`} target="_blank" rel="noreferrer">
              <img style={IMAGE_STYLE} src={`/api/get_image/${fileId}?w=${IMAGE_WIDTH_PX}`} alt="Flyer in full size" />
            </a>
          ) : (
            <div style={NO_IMAGE_STYLE}>
              <FolderOutlined aria-label="No picture" />
            </div>
          )}
        </Col>
        <Col flex="1">
          <Flex vertical gap="middle">
            <Typography.Text style={{ whiteSpace: 'pre-line' }}>
              {task.description || '(No description)'}
            </Typography.Text>
            <Flex wrap align="center" gap="small">
              <TaskStatusChip status={task.status} />
              <Typography.Text type="secondary">
                {counts.posted} posted, {counts.pending} pending, {counts.failed} failed
              </Typography.Text>
            </Flex>
            <Flex wrap gap="small">
              <RelativeTime word="Created" at={task.createdAt} />
              <RelativeTime word="Updated" at={task.updatedAt} />
            </Flex>
            {isAdmin && owner && (
              <div>
                Owner:{' '}
                <Link to={`/admin/users/${encodeURIComponent(owner.telegram_id)}`}>
                  {owner.name || owner.telegram_id}
                </Link>
              </div>
            )}
          </Flex>
        </Col>
      </Row>
    </Card>
  );
}

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

function TaskPostings({ task, isOwner, openPostingId }: TaskPostingsProps) {
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
          {isOwner && isInDoubt(posting) && task.status !== 'archived' && (
            <SettleDoubt taskId={task._id} postingId={posting.id} pageName={posting.name} since={posting.updated_at} />
          )}
          {canRetryTask && posting.status === 'failed' && !isInDoubt(posting) && (
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
