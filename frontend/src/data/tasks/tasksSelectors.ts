import type { Task } from '@flyerdeck/contracts/types';
import type { TaskStatus } from '@flyerdeck/contracts/values/tasks';
import { createSelector } from '@reduxjs/toolkit';
import type { WithTasks } from './tasksSlice.ts';

const selectEntities = (state: WithTasks) => state.tasks.entities;

/** The `status` argument of `listTasks` for these statuses. */
export const statusesArgument = (statuses: readonly TaskStatus[]): string => statuses.join(',');

/** An assistant's flyers in order. A new order that is still being saved is already applied. */
export const selectAssistantTasks = createSelector(
  [
    selectEntities,
    (state: WithTasks) => state.tasks.moves,
    (_state: WithTasks, assistantId: string) => assistantId,
    (_state: WithTasks, _assistantId: string, status: 'active' | 'archived') => status,
  ],
  (entities, moves, assistantId, status): Task[] => {
    const move = moves.findLast((one) => one.assistantId === assistantId);
    const movedTo = new Map(move?.taskIds.map((id, position) => [id, position]));
    const positionOf = (task: Task) => movedTo.get(task._id) ?? task.sequence_order;
    return Object.values(entities)
      .filter((task) => task.assistant_id === assistantId && (task.status === 'archived') === (status === 'archived'))
      .sort((a, b) => positionOf(a) - positionOf(b) || a.createdAt.localeCompare(b.createdAt));
  },
);

/**
 * Tasks in these statuses, in the queue order of the last response. Tasks that have got one of the statuses by another
 * call since then follow at the end.
 */
export const selectTasksByStatuses = createSelector(
  [
    selectEntities,
    (state: WithTasks, statuses: readonly TaskStatus[]) => state.tasks.queueOrder[statusesArgument(statuses)],
    (_state: WithTasks, statuses: readonly TaskStatus[]) => statusesArgument(statuses),
  ],
  (entities, order = [], wanted): Task[] => {
    const statuses = wanted.split(',');
    const inOrder = new Set(order);
    const others = Object.keys(entities).filter((id) => !inOrder.has(id));
    return [...order, ...others].flatMap((id) => {
      const task = entities[id];
      return task && statuses.includes(task.status) ? [task] : [];
    });
  },
);
