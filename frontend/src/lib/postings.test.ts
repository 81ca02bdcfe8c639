import type { TaskStatus } from '@flyerdeck/contracts/tasks.values';
import { buildTaskPosting as buildPosting, buildTask } from '../../test/builders.ts';
import { canRetry, postingSentence, showsFailures } from './postings.ts';

describe('postingSentence', () => {
  it.each([null, ''])("returns 'No error message provided.' for a failure without a reason (%p)", (errorMessage) => {
    expect(postingSentence(buildPosting({ errorMessage }))).toBe('No error message provided.');
  });

  it("returns 'Next in the queue.' for a waiting posting without a reason", () => {
    expect(postingSentence(buildPosting({ status: 'pending', errorMessage: null }))).toBe('Next in the queue.');
  });
});

const taskWith = (status: TaskStatus, failed: number) =>
  buildTask({ status, page_counts: { posted: 1, pending: 0, failed, total: 1 + failed } });

it.each<[TaskStatus, number, boolean, boolean]>([
  ['failed', 2, true, true],
  ['partially_completed', 1, true, true],
  ['failed', 0, false, true],
  ['posting', 1, false, true],
  ['completed', 0, false, false],
  ['in_queue', 0, false, false],
])(
  '%s with %i failed pages: retry offered: %s, failure details offered: %s [4.6-01, 4.6-02, 4.6-03]',
  (status, failed, retry, details) => {
    const task = taskWith(status, failed);
    expect(canRetry(task)).toBe(retry);
    expect(showsFailures(task)).toBe(details);
  },
);
