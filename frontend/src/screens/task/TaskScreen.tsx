import type { TaskStatus } from '@flyerdeck/contracts/values/tasks';
import { Button } from 'antd';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { useAppSelector } from '../../app/hooks.ts';
import { errorCode, errorSentence, isSignedOutError } from '../../data/apiError.ts';
import { selectCurrentUser } from '../../data/session/sessionSlice.ts';
import { tasksApi, useGetTaskQuery } from '../../data/tasks/tasksApi.ts';
import { EmptyState, ErrorAlert, Skeleton } from '../../ui/notices.tsx';
import { ScreenFrame } from '../../ui/ScreenFrame.tsx';
import { FlyerCard } from './FlyerCard.tsx';
import { TaskPostings } from './TaskPostings.tsx';

/** Posting and screenshots change a task without user input. */
const POLL_MS = 10_000;
const SETTLED: readonly TaskStatus[] = ['waiting', 'completed', 'failed', 'partially_completed', 'archived'];

/** A URL with an invalid id is treated like one with an unknown id. */
const MISSING: readonly (string | undefined)[] = ['task.not_found', 'invalid_request'];

/** One task with all its postings, for its owner and for admins. */
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
