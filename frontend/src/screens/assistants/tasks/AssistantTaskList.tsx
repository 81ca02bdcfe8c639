import type { Assistant } from '@flyerdeck/contracts/types';
import type { AssistantTaskStatus } from '../../../data/assistants/assistantsApi.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import styles from '../assistants.module.css';
import { TaskItem } from './TaskItem.tsx';
import { useAssistantTasks } from './useAssistantTasks.ts';

interface AssistantTaskListProps {
  assistant: Assistant;
  status: AssistantTaskStatus;
}

export function AssistantTaskList({ assistant, status }: AssistantTaskListProps) {
  const { tasks, isLoading, failure, refetch } = useAssistantTasks(assistant, status);
  if (isLoading) return <Skeleton label={`Loading ${status} tasks`} rows={2} />;
  return (
    <>
      {failure && <ErrorAlert message={failure} onRetry={refetch} />}
      {tasks.length > 0 && (
        <ol
          className={`u-list u-stack ${styles.list}`}
          aria-label={status === 'active' ? 'Active tasks' : 'Archived tasks'}
        >
          {tasks.map((task) => (
            <TaskItem key={task._id} task={task} />
          ))}
        </ol>
      )}
      {tasks.length === 0 && !failure && <EmptyState>No {status} tasks found.</EmptyState>}
    </>
  );
}
