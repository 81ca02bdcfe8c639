import type { Assistant } from '@flyerdeck/contracts/types';
import { useId } from 'react';
import { useAppSelector } from '../../../app/hooks.ts';
import { failureSentence } from '../../../data/apiError.ts';
import { type AssistantTaskStatus, useListAssistantTasksQuery } from '../../../data/assistants/assistantsApi.ts';
import { selectAssistantTasks } from '../../../data/tasks/tasksSelectors.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { EmptyState, ErrorAlert, Skeleton } from '../../../ui/notices.tsx';
import { TabBar, tabIds } from '../../../ui/TabBar.tsx';
import { pollingFor } from '../assistantRules.ts';
import styles from '../assistants.module.css';
import { FlyersEditor } from '../flyers/FlyersEditor.tsx';
import { TaskItem } from './TaskItem.tsx';

interface AssistantTasksProps {
  assistant: Assistant;
  takesPagePaste: boolean;
}

/** The assistant's active and archived flyers. They can be edited only while the assistant is waiting. */
export function AssistantTasks({ assistant, takesPagePaste }: AssistantTasksProps) {
  const { _id: id } = assistant;
  const [shown, setShown] = useUiState<AssistantTaskStatus>(`assistantTasks/${id}`, 'active');
  const isActive = shown === 'active';
  const polling = pollingFor(isActive ? [assistant] : []);
  const { isFetching, currentData, error, refetch } = useListAssistantTasksQuery({ id, status: shown }, polling);
  const tasks = useAppSelector((state) => selectAssistantTasks(state, id, shown));
  const isFirstLoad = isFetching && !currentData && tasks.length === 0;
  const failure = failureSentence(error, error?.message ?? 'unknown error');
  const isSettled = !isFirstLoad && !failure;
  const tabsId = useId();
  const ids = tabIds(tabsId, shown);

  return (
    <section className="u-stack u-gap8">
      <div className={`u-row u-spread ${styles.tabs}`}>
        <h3 className="u-title">Flyers</h3>
        <TabBar<AssistantTaskStatus>
          id={tabsId}
          label="Which flyers"
          tabs={[
            { key: 'active', label: `Active (${assistant.active_task_count})` },
            { key: 'archived', label: `Archived (${assistant.archived_task_count})` },
          ]}
          active={shown}
          onSelect={setShown}
        />
      </div>
      <div id={ids.panel} role="tabpanel" aria-labelledby={ids.tab} className="u-stack u-gap8">
        {failure && <ErrorAlert message={`Failed to fetch ${shown} tasks: ${failure}`} onRetry={refetch} />}
        {isFirstLoad && <Skeleton label={`Loading ${shown} tasks`} rows={2} />}
        {isActive && assistant.status === 'waiting' ? (
          <FlyersEditor id={id} tasks={tasks} isSettled={isSettled} takesPagePaste={takesPagePaste} />
        ) : (
          <>
            {tasks.length > 0 && (
              <ol className={`u-list u-stack ${styles.list}`} aria-label={isActive ? 'Active tasks' : 'Archived tasks'}>
                {tasks.map((task) => (
                  <TaskItem key={task._id} task={task} />
                ))}
              </ol>
            )}
            {tasks.length === 0 && isSettled && <EmptyState>No {shown} tasks found.</EmptyState>}
          </>
        )}
      </div>
    </section>
  );
}
