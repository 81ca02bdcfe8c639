import RightOutlined from '@ant-design/icons/RightOutlined';
import { QUEUE_POLL_INTERVAL_MS, QUEUE_TAB_STATUSES, type QueueTab } from '@flyerdeck/contracts/queue.values';
import type { Task } from '@flyerdeck/contracts/types';
import { useCallback, useMemo, useRef } from 'react';
import { useAppSelector } from '../../app/hooks.ts';
import { failureSentence } from '../../data/apiError.ts';
import { useListTasksQuery } from '../../data/tasks/tasksApi.ts';
import { selectTasksByStatuses, statusesArgument } from '../../data/tasks/tasksSlice.ts';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { groupBy } from '../../lib/compare.ts';
import { counted } from '../../lib/numbers.ts';
import { useWindowRows } from '../../lib/useWindowRows.ts';
import disclosure from '../../ui/disclosure.module.css';
import { EmptyState, ErrorAlert, Skeleton } from '../../ui/notices.tsx';
import styles from './queue.module.css';
import { TaskRow, useReloadOnChange } from './TaskRow.tsx';

interface TaskGroup {
  readonly name: string;
  readonly tasks: readonly Task[];
}

export const groupTasks = (tasks: readonly Task[]): TaskGroup[] =>
  [...groupBy(tasks, ({ assistant_name }) => assistant_name || 'Unknown Assistant')].map(([name, members]) => ({
    name,
    tasks: members,
  }));

type QueueListRow =
  | { readonly kind: 'group'; readonly key: string; readonly group: TaskGroup; readonly isStriped: boolean }
  | { readonly kind: 'task'; readonly key: string; readonly task: Task; readonly isStriped: boolean };

export function queueListRows(groups: readonly TaskGroup[], collapsedNames: ReadonlySet<string>): QueueListRow[] {
  return groups.flatMap((group, groupIndex): QueueListRow[] => {
    const header: QueueListRow = { kind: 'group', key: `group ${group.name}`, group, isStriped: groupIndex % 2 === 1 };
    if (collapsedNames.has(group.name)) return [header];
    const rows = group.tasks.map(
      (task, index): QueueListRow => ({ kind: 'task', key: task._id, task, isStriped: index % 2 === 1 }),
    );
    return [header, ...rows];
  });
}

const NONE: readonly string[] = [];

function useToggledSet(name: string): [ReadonlySet<string>, (key: string) => void] {
  const [keys, setKeys] = useUiState(name, NONE);
  const toggle = useCallback(
    (key: string) =>
      setKeys((before) => (before.includes(key) ? before.filter((one) => one !== key) : [...before, key])),
    [setKeys],
  );
  return [useMemo(() => new Set(keys), [keys]), toggle];
}

interface QueueTaskListProps {
  tab: QueueTab;
  count: number | null;
  currentTaskId: string | null;
}

const EMPTY_TEXTS: Readonly<Record<QueueTab, string>> = {
  queue: 'No tasks in queue.',
  completed: 'No completed tasks.',
  failed: 'No failed tasks.',
  in_progress: 'No tasks currently in progress.',
};

export function QueueTaskList({ tab, count, currentTaskId }: QueueTaskListProps) {
  const statuses = QUEUE_TAB_STATUSES[tab];
  const { isLoading, error, refetch } = useListTasksQuery(
    { status: statusesArgument(statuses) },
    // A task in progress changes without a change of the count.
    { pollingInterval: tab === 'in_progress' ? QUEUE_POLL_INTERVAL_MS : 0, skipPollingIfUnfocused: true },
  );
  const tasks = useAppSelector((state) => selectTasksByStatuses(state, statuses));
  const groups = useMemo(() => groupTasks(tasks), [tasks]);
  useReloadOnChange(count, refetch);

  const failure = failureSentence(error, 'Failed to fetch tasks.');
  if (isLoading && tasks.length === 0) return <Skeleton label="Loading tasks" />;
  return (
    <>
      {failure && <ErrorAlert message={failure} onRetry={refetch} />}
      {tasks.length > 0 && <GroupedTasks groups={groups} currentTaskId={currentTaskId} />}
      {tasks.length === 0 && !failure && <EmptyState>{EMPTY_TEXTS[tab]}</EmptyState>}
    </>
  );
}

const GROUP_HEIGHT_PX = 45;
const TASK_HEIGHT_PX = 93;

/** Only rows near the viewport are rendered and load their details, so that a queue of thousands of tasks stays fast. */
function GroupedTasks({ groups, currentTaskId }: { groups: readonly TaskGroup[]; currentTaskId: string | null }) {
  const [collapsedNames, toggleGroup] = useToggledSet('queue.collapsed');
  const [idsWithPages, togglePages] = useToggledSet('queue.pages');
  const rows = useMemo(() => queueListRows(groups, collapsedNames), [groups, collapsedNames]);
  const list = useRef<HTMLDivElement>(null);
  const { heightPx, shown, placed } = useWindowRows({
    list,
    count: rows.length,
    overscan: 6,
    heightOf: (index) => (rows[index]?.kind === 'group' ? GROUP_HEIGHT_PX : TASK_HEIGHT_PX),
    keyOf: (index) => rows[index]?.key ?? index,
  });

  return (
    <div ref={list} className={`u-card u-relative ${styles.groupedTasksList}`} style={{ height: heightPx }}>
      {shown.map((item) => {
        const row = rows[item.index];
        return (
          row && (
            <div key={item.key} {...placed(item)}>
              {row.kind === 'group' ? (
                <GroupHeader
                  group={row.group}
                  isStriped={row.isStriped}
                  isCollapsed={collapsedNames.has(row.group.name)}
                  onToggle={() => toggleGroup(row.group.name)}
                />
              ) : (
                <TaskRow
                  task={row.task}
                  isStriped={row.isStriped}
                  isCurrent={row.task._id === currentTaskId}
                  arePagesShown={idsWithPages.has(row.task._id)}
                  onTogglePages={() => togglePages(row.task._id)}
                />
              )}
            </div>
          )
        );
      })}
    </div>
  );
}

interface GroupHeaderProps {
  group: TaskGroup;
  isStriped: boolean;
  isCollapsed: boolean;
  onToggle: () => void;
}

function GroupHeader({ group, isStriped, isCollapsed, onToggle }: GroupHeaderProps) {
  return (
    <h3 className={`u-flush u-size14 ${styles.heading} ${isStriped ? styles.groupedTasksStriped : ''}`}>
      <button
        type="button"
        className={`${disclosure.toggle} u-gap10`}
        style={{ minHeight: 44 }}
        aria-expanded={!isCollapsed}
        onClick={onToggle}
      >
        <RightOutlined aria-hidden className={disclosure.arrow} />
        <span className="u-shrink u-break">{group.name}</span>
        <span className={`u-muted u-tabular ${styles.count}`}>{counted(group.tasks.length, 'task')}</span>
      </button>
    </h3>
  );
}
