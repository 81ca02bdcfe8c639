import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { useDocumentTop } from '../../lib/useDocumentTop.ts';
import { GroupHeader } from './GroupHeader.tsx';
import { queueListRows, type TaskGroup } from './groupTasks.ts';
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
  const listTopPx = useDocumentTop(list);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => (rows[index]?.kind === 'group' ? GROUP_HEIGHT_PX : TASK_HEIGHT_PX),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
    scrollMargin: listTopPx,
  });

  return (
    <div
      ref={list}
      className="u-card"
      style={{ position: 'relative', overflow: 'hidden', height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ index, start, key }) => {
        const row = rows[index];
        return (
          row && (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              style={{ position: 'absolute', inset: '0 0 auto', transform: `translateY(${start - listTopPx}px)` }}
            >
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
