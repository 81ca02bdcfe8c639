import FolderOutlined from '@ant-design/icons/FolderOutlined';
import type { TaskDetail } from '@flyerdeck/contracts/types';
import type { TaskStatus } from '@flyerdeck/contracts/values/tasks';
import { Button, Card, Col, Flex, Row, Typography } from 'antd';
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom';
import { useAppSelector } from '../../app/hooks.ts';
import { errorCode, errorSentence, isSignedOutError } from '../../data/apiError.ts';
import { selectCurrentUser } from '../../data/session/sessionSlice.ts';
import { tasksApi, useGetTaskQuery } from '../../data/tasks/tasksApi.ts';
import { EmptyState, ErrorAlert, Skeleton } from '../../ui/notices.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { ScreenFrame } from '../../ui/ScreenFrame.tsx';
import { TaskStatusChip } from '../../ui/StatusChip.tsx';
import { TaskPostings } from './TaskPostings.tsx';

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

const IMAGE_STYLE = { display: 'block', width: '100%', maxHeight: 320, objectFit: 'contain' } as const;
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
