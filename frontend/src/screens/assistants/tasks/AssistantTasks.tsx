import { TASK_ERRORS_MAX_HEIGHT_PX } from '@flyerdeck/contracts/tasks.values';
import type { Assistant, Task } from '@flyerdeck/contracts/types';
import { useId } from 'react';
import { useAppSelector } from '../../../app/hooks.ts';
import { failureSentence } from '../../../data/apiError.ts';
import { type AssistantTaskStatus, useListAssistantTasksQuery } from '../../../data/assistants/assistantsSlice.ts';
import { selectAssistantTasks } from '../../../data/tasks/tasksSlice.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { FlyerImage } from '../../../ui/FlyerImage.tsx';
import { EmptyState, ErrorAlert, Skeleton } from '../../../ui/notices.tsx';
import { StatusChip, TaskStatusChip } from '../../../ui/StatusChip.tsx';
import { TabBar, tabIds } from '../../../ui/TabBar.tsx';
import facts from '../../../ui/taskFacts.module.css';
import { pollingFor } from '../assistantRules.ts';
import styles from '../assistants.module.css';
import { FlyersEditor } from '../flyers/FlyersEditor.tsx';

/** More would be outside the window. With the gap, each is as high as a flyer, so that nothing below moves. */
const MAX_SKELETON_ROWS = 6;

export function AssistantTasks({ assistant, takesPagePaste }: { assistant: Assistant; takesPagePaste: boolean }) {
  const { _id: id } = assistant;
  const [shown, setShown] = useUiState<AssistantTaskStatus>(`assistantTasks/${id}`, 'active');
  const isActive = shown === 'active';
  const isEditable = isActive && assistant.status === 'waiting';
  const count = isActive ? assistant.active_task_count : assistant.archived_task_count;
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
      <div className="u-row u-spread" style={{ columnGap: 16, paddingInlineEnd: 12 }}>
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
        {isFirstLoad && (
          <Skeleton
            label={`Loading ${shown} tasks`}
            rows={Math.min(Math.max(count, 1), MAX_SKELETON_ROWS)}
            rowHeightPx={isEditable ? 116 : 92}
          />
        )}
        {isEditable ? (
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

function TaskItem({ task }: { readonly task: Task }) {
  const { posted, total, failed } = task.page_counts;
  return (
    <li className={`u-grid u-gap12 ${styles.item}`}>
      <FlyerImage fileId={task.file_id} />
      <div className="u-stack u-shrink u-gap8" style={{ alignContent: 'start' }}>
        <p className={facts.description}>
          {task.sequence_order + 1}. {task.description || '(No description)'}
        </p>
        <div className="u-row u-muted u-small u-tabular" style={{ gap: '4px 8px' }}>
          <TaskStatusChip status={task.status} />
          <span>
            {posted} of {total} posted
          </span>
          {failed > 0 && <StatusChip tone="danger">{failed} failed</StatusChip>}
        </div>
        {task.errors.length > 0 && (
          <ul
            aria-label="Errors"
            className={`u-list u-notice u-tone u-grid u-fine u-break ${styles.errors}`}
            data-tone="danger"
            // A long list scrolls (spec section 9).
            style={{ maxHeight: TASK_ERRORS_MAX_HEIGHT_PX }}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable by keyboard.
            tabIndex={0}
          >
            {task.errors.map(({ message, page_name }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pages may have equal names; the items have no state.
              <li key={`${index} ${page_name}`}>
                {page_name && <strong>{page_name}: </strong>}
                {message || 'No error message provided.'}
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}
