import type { Task } from '@flyerdeck/contracts/types';
import { buildTask, buildTaskDetail, uuid } from '../../../test/builders.ts';
import { fulfilled, pending, rejected } from '../../../test/queryActions.ts';
import { selectAssistantTasks, selectTasksByStatuses, tasksSlice, type WithTasks } from './tasksSlice.ts';

const fold = (...actions: readonly Parameters<typeof tasksSlice.reducer>[1][]): WithTasks => ({
  tasks: actions.reduce(tasksSlice.reducer, tasksSlice.getInitialState()),
});
const task = (n: number, changes: Partial<Task> = {}) => buildTask({ _id: uuid(n), ...changes });
const listed = (status: string, ...tasks: Task[]) => fulfilled('listTasks', tasks, { args: { status } });
const ids = (tasks: readonly Task[]) => tasks.map((one) => one._id);

test('the queue has the order of the server, also with tasks that were stored before', () => {
  const state = fold(
    fulfilled('listAssistantTasks', [task(1), task(2)], { args: { id: uuid(10), status: 'active' } }),
    listed('in_queue', task(3), task(2), task(1)),
  );
  expect(ids(selectTasksByStatuses(state, ['in_queue']))).toEqual([uuid(3), uuid(2), uuid(1)]);
});

test('a list removes tasks of its statuses that it no longer contains, and keeps all others', () => {
  const state = fold(
    listed('in_queue', task(1), task(2)),
    listed('completed', task(3, { status: 'completed' })),
    listed('in_queue', task(2)),
  );
  expect(state.tasks.entities[uuid(1)]).toBeUndefined();
  expect(ids(selectTasksByStatuses(state, ['completed']))).toEqual([uuid(3)]);
});

test('a task whose status another call changed is removed from the list of its previous status', () => {
  const state = fold(
    listed('in_queue', task(1), task(2)),
    fulfilled('getTask', buildTaskDetail({ _id: uuid(1), status: 'posting' })),
  );
  expect(ids(selectTasksByStatuses(state, ['in_queue']))).toEqual([uuid(2)]);
  expect(ids(selectTasksByStatuses(state, ['pending', 'posting']))).toEqual([uuid(1)]);
});

describe('the flyers of an assistant', () => {
  const args = { id: uuid(10), status: 'active' };
  const flyers = [task(1, { sequence_order: 0 }), task(2, { sequence_order: 1 })];

  test('are sorted, with active and archived flyers separate and without those of other assistants', () => {
    const state = fold(
      fulfilled('listAssistantTasks', [...flyers].reverse(), { args }),
      fulfilled('listAssistantTasks', [task(3, { status: 'archived' })], { args: { ...args, status: 'archived' } }),
      listed('in_queue', ...flyers, task(4, { assistant_id: uuid(11) })),
    );
    expect(ids(selectAssistantTasks(state, uuid(10), 'active'))).toEqual([uuid(1), uuid(2)]);
    expect(ids(selectAssistantTasks(state, uuid(10), 'archived'))).toEqual([uuid(3)]);
    expect(ids(selectAssistantTasks(state, uuid(11), 'active'))).toEqual([uuid(4)]);
  });

  const move = { requestId: 'move', args: { id: uuid(10), body: { task_ids: [uuid(2), uuid(1)] } } };

  test('are shown in a dragged order before the answer, and in the previous order when it is refused', () => {
    const dragged = fold(fulfilled('listAssistantTasks', flyers, { args }), pending('reorderTasks', move));
    expect(ids(selectAssistantTasks(dragged, uuid(10), 'active'))).toEqual([uuid(2), uuid(1)]);
    const refused = { tasks: tasksSlice.reducer(dragged.tasks, rejected('reorderTasks', move)) };
    expect(ids(selectAssistantTasks(refused, uuid(10), 'active'))).toEqual([uuid(1), uuid(2)]);
  });
});
