import type { TaskStatus } from '@flyerdeck/contracts/statuses';
import { useParams } from 'react-router-dom';
import { useAppSelector } from '../../app/hooks.ts';
import { isSignedOutError } from '../../data/apiError.ts';
import { selectCurrentUser } from '../../data/session/sessionSlice.ts';
import { tasksApi, useGetTaskQuery } from '../../data/tasks/tasksApi.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { FlyerCard } from './FlyerCard.tsx';
import { TaskFrame } from './TaskFrame.tsx';
import { TaskPostings } from './TaskPostings.tsx';
import { taskFailure } from './taskFailure.ts';

/** Devices post and pictures are taken while nobody clicks anything. */
const POLL_MS = 10_000;
const AT_REST: readonly TaskStatus[] = ['waiting', 'completed', 'failed', 'partially_completed', 'archived'];

/** One flyer with every page it goes to, for its owner and for admins. */
export default function TaskScreen() {
  const { id = '' } = useParams();
  const currentId = useAppSelector((state) => selectCurrentUser(state)?.telegram_id);
  const { data: known } = tasksApi.endpoints.getTask.useQueryState({ id });
  const isMoving = known !== undefined && !AT_REST.includes(known.status);
  const {
    currentData: task,
    error,
    isFetching,
    refetch,
  } = useGetTaskQuery({ id }, { pollingInterval: isMoving ? POLL_MS : 0, skipPollingIfUnfocused: true });

  const failure = error && !isSignedOutError(error) ? taskFailure(error) : null;
  // The owner is named to admins only: who is told of nobody is the owner.
  const isOwner = task !== undefined && (!task.owner || task.owner.telegram_id === currentId);
  const title =
    task && !failure ? `Flyer ${task.sequence_order + 1} of ${task.assistant_name || '(Unnamed Assistant)'}` : 'Task';

  return (
    <TaskFrame title={title}>
      {failure?.isMissing && <EmptyState>Task not found</EmptyState>}
      {failure && !failure.isMissing && <ErrorAlert message={failure.message} onRetry={() => void refetch()} />}
      {!task && isFetching && <Skeleton label="Loading task" rows={2} rowHeightPx={200} />}
      {task && !failure?.isMissing && (
        <>
          <FlyerCard task={task} />
          <TaskPostings key={task._id} task={task} isOwner={isOwner} />
        </>
      )}
    </TaskFrame>
  );
}
