import type { Task } from '@flyerdeck/contracts/types';

export interface TaskGroup {
  readonly name: string;
  readonly tasks: readonly Task[];
}

/** Groups tasks by assistant name and keeps the order of the queue (spec section 2, 'Queue tab'). */
export function groupTasks(tasks: readonly Task[]): TaskGroup[] {
  const byName = new Map<string, Task[]>();
  for (const task of tasks) {
    const name = task.assistant_name || 'Unknown Assistant';
    const members = byName.get(name);
    if (members) members.push(task);
    else byName.set(name, [task]);
  }
  return [...byName].map(([name, members]) => ({ name, tasks: members }));
}

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
