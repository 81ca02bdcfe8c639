import { statusLabel } from './statusLabel.ts';
import { ASSISTANT_STATUS_LABELS, TASK_STATUS_LABELS } from './values.ts';

test('tasks have the statuses and labels of the specification [4.3-01, 4.3-02, 4.3-03, 4.3-04, 4.3-05, 4.3-06, 4.3-07, 4.3-08, 4.3-09, 4.3-10]', () => {
  expect(TASK_STATUS_LABELS).toEqual({
    waiting: 'Waiting',
    in_queue: 'In Queue',
    pending: 'Pending',
    posting: 'Posting',
    partially_posted: 'Partially Posted',
    partially_completed: 'Partially Completed',
    completed: 'Completed',
    failed: 'Failed',
    posted: 'Posted',
    archived: 'Archived',
  });
});

test('assistants have the statuses and labels of the specification [4.8-01, 4.8-02, 4.8-03, 4.8-04, 4.8-05, 4.8-06, 4.8-07, 4.8-08]', () => {
  expect(ASSISTANT_STATUS_LABELS).toMatchObject({
    waiting: 'Waiting to Start',
    in_queue: 'In Queue',
    pending: 'Pending Tasks',
    posting: 'Posting Tasks',
    partially_completed: 'Partially Completed',
    paused: 'Paused',
    completed: 'Completed',
    failed: 'Failed',
  });
});

test.each([
  ['in_queue', 'In Queue'],
  ['teleporting', 'teleporting'],
  ['toString', 'toString'],
  ['', 'Unknown'],
  [null, 'Unknown'],
])('the label of the status %p is %s', (status, label) => {
  expect(statusLabel(TASK_STATUS_LABELS, status)).toBe(label);
});
