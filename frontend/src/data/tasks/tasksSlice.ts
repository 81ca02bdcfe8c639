import type { TaskStatus } from '@flyerdeck/contracts/tasks.values';
import type { Task, TaskDetail } from '@flyerdeck/contracts/types';
import { createEntityAdapter, createSelector, createSlice, isAnyOf } from '@reduxjs/toolkit';
import { assistantsApi } from '../assistants/assistantsSlice.ts';
import { sessionEnded } from '../request/sessionActions.ts';
import { storeRows } from '../storeRows.ts';
import { tasksApi } from './tasksApi.ts';

/** A new order of an assistant's flyers that the server has not confirmed. It does not change the stored tasks. */
interface TaskMove {
  readonly requestId: string;
  readonly assistantId: string;
  readonly taskIds: string[];
}

const adapter = createEntityAdapter<Task, string>({ selectId: (task) => task._id });
const initialState = adapter.getInitialState({
  queueOrder: {} as Record<string, string[]>,
  moves: [] as TaskMove[],
});
export interface WithTasks {
  readonly tasks: typeof initialState;
}

const entityOf = ({ page_postings: _pagePostings, owner: _owner, ...task }: TaskDetail): Task => task;

const isActive = (task: Task) => task.status !== 'archived';

export const tasksSlice = createSlice({
  name: 'tasks',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    const { listTasks, getTask, updateTask, deleteTask, uploadTasks } = tasksApi.endpoints;
    const { listAssistantTasks, reorderTasks, deleteAssistant } = assistantsApi.endpoints;
    builder
      .addCase(sessionEnded, () => initialState)
      .addMatcher(listTasks.matchFulfilled, (state, { payload, meta }) => {
        const status = meta.arg.originalArgs?.status;
        const statuses = new Set<string>(status?.split(','));
        storeRows(adapter, state, payload, status ? (task) => statuses.has(task.status) : isActive);
        if (status) state.queueOrder[status] = payload.map((task) => task._id);
      })
      .addMatcher(getTask.matchFulfilled, (state, { payload }) => {
        // Admins can open other users' tasks, which must not appear in the admin's own queue.
        if (payload.owner && !state.entities[payload._id]) return;
        adapter.setOne(state, entityOf(payload));
      })
      .addMatcher(updateTask.matchFulfilled, adapter.setOne)
      .addMatcher(deleteTask.matchFulfilled, (state, { meta }) => {
        adapter.removeOne(state, meta.arg.originalArgs.id);
      })
      .addMatcher(isAnyOf(uploadTasks.matchFulfilled, reorderTasks.matchFulfilled), adapter.setMany)
      .addMatcher(listAssistantTasks.matchFulfilled, (state, { payload, meta }) => {
        const { id, status } = meta.arg.originalArgs;
        const wantsActive = status === 'active';
        storeRows(adapter, state, payload, (task) => task.assistant_id === id && isActive(task) === wantsActive);
      })
      .addMatcher(reorderTasks.matchPending, (state, { meta }) => {
        const { id, body } = meta.arg.originalArgs;
        state.moves.push({ requestId: meta.requestId, assistantId: id, taskIds: body.task_ids });
      })
      .addMatcher(isAnyOf(reorderTasks.matchFulfilled, reorderTasks.matchRejected), (state, { meta }) => {
        state.moves = state.moves.filter((move) => move.requestId !== meta.requestId);
      })
      .addMatcher(deleteAssistant.matchFulfilled, (state, { meta }) => {
        // Deleting an assistant archives its tasks, and no view shows them any more.
        const { id } = meta.arg.originalArgs;
        adapter.removeMany(
          state,
          state.ids.filter((taskId) => state.entities[taskId]?.assistant_id === id),
        );
      });
  },
});

const selectEntities = (state: WithTasks) => state.tasks.entities;

export const statusesArgument = (statuses: readonly TaskStatus[]): string => statuses.join(',');

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

/** In the queue order of the last response. Tasks that got one of the statuses by another call since then follow. */
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
