import type { TaskStatus } from '@flyerdeck/contracts/values/tasks';
import { buildTask } from '../../test/builders.ts';
import { canRetry, showsFailures } from './taskRules.ts';

const taskWith = (status: TaskStatus, failed: number) =>
  buildTask({ status, page_counts: { posted: 1, pending: 0, failed, total: 1 + failed } });

describe('actions of a task', () => {
  it.each<[TaskStatus, number, boolean, boolean]>([
    ['failed', 2, true, true],
    ['partially_completed', 1, true, true],
    ['failed', 0, false, true],
    ['posting', 1, false, true],
    ['completed', 0, false, false],
    ['in_queue', 0, false, false],
  ])('%s with %i failed pages: retry offered: %s, failure details offered: %s', (status, failed, retry, details) => {
    const task = taskWith(status, failed);
    expect(canRetry(task)).toBe(retry);
    expect(showsFailures(task)).toBe(details);
  });
});
