import { buildTask } from '../../../test/queueTab.tsx';
import { groupTasks, queueListRows } from './QueueTaskList.tsx';

describe('queueListRows', () => {
  const groups = groupTasks([
    buildTask({ _id: '1', assistant_name: 'A' }),
    buildTask({ _id: '2', assistant_name: 'A' }),
    buildTask({ _id: '3', assistant_name: 'B' }),
  ]);

  it('alternates the backgrounds of the rows of a group and of the groups [2.8-22]', () => {
    expect(queueListRows(groups, new Set()).map(({ isStriped }) => isStriped)).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
  });
});
