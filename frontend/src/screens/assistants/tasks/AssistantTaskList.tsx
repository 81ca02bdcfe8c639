import type { AssistantTaskStatus } from '../../../data/assistants/assistantsApi.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import styles from './AssistantTaskList.module.css';
import { TaskItem } from './TaskItem.tsx';
import { useAssistantTasks } from './useAssistantTasks.ts';

interface AssistantTaskListProps {
  assistantId: string;
  status: AssistantTaskStatus;
}

export function AssistantTaskList({ assistantId, status }: AssistantTaskListProps) {
  const { tasks, isLoading, failureMessage, refetch } = useAssistantTasks(assistantId, status);
  if (isLoading) return <Skeleton label={`Loading ${status} tasks`} rows={2} />;
  return (
    <>
      {failureMessage && <ErrorAlert message={failureMessage} onRetry={refetch} />}
      {tasks.length > 0 && (
        <ol
          className={`u-list u-stack ${styles.list}`}
          aria-label={`${status === 'active' ? 'Active' : 'Archived'} tasks`}
        >
          {tasks.map((task) => (
            <TaskItem key={task._id} task={task} />
          ))}
        </ol>
      )}
      {tasks.length === 0 && !failureMessage && <EmptyState>No {status} tasks found.</EmptyState>}
    </>
  );
}
