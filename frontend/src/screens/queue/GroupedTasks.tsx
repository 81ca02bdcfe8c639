import RightOutlined from '@ant-design/icons/RightOutlined';
import { useMemo, useRef } from 'react';
import { counted } from '../../lib/numbers.ts';
import { useWindowRows } from '../../lib/useWindowRows.ts';
import disclosure from '../../ui/disclosure.module.css';
import { queueListRows, type TaskGroup } from './groupTasks.ts';
import styles from './queue.module.css';
import { TaskRow } from './TaskRow.tsx';
import { useToggledSet } from './useToggledSet.ts';

interface GroupedTasksProps {
  groups: readonly TaskGroup[];
  currentTaskId: string | null;
}

const GROUP_HEIGHT_PX = 45;
const TASK_HEIGHT_PX = 93;

/**
 * A virtual list of groups and their tasks. Only rows near the viewport are rendered and load their details, so that a
 * queue with thousands of tasks stays fast.
 */
export function GroupedTasks({ groups, currentTaskId }: GroupedTasksProps) {
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
        className={`${disclosure.toggle} u-gap10 ${styles.toggle}`}
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
