import { ASSISTANT_STATUS_LABELS } from './values/assistants.ts';
import { ADJUSTMENT_TYPES, TRANSACTION_TYPE_LABELS } from './values/credits.ts';
import { POSTING_STATUSES } from './values/postings.ts';
import { QUEUE_TAB_STATUSES, WAIT_REASON_SENTENCES } from './values/queue.ts';
import { statusLabel } from './values/statusLabel.ts';
import { FINALIZED_TASK_STATUSES, TASK_STATUS_LABELS, TASK_STATUSES } from './values/tasks.ts';

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

test('the additional statuses of assistants have the labels of the task statuses', () => {
  const derived = Object.keys(ASSISTANT_STATUS_LABELS);
  expect(TASK_STATUSES.filter((status) => !derived.includes(status))).toEqual([]);
  expect(ASSISTANT_STATUS_LABELS).toMatchObject({
    posted: TASK_STATUS_LABELS.posted,
    partially_posted: TASK_STATUS_LABELS.partially_posted,
    archived: TASK_STATUS_LABELS.archived,
  });
});

test('postings have the statuses of the specification', () => {
  expect([...POSTING_STATUSES].sort()).toEqual(['completed', 'failed', 'pending', 'posted', 'posting']);
});

test('each tab of the queue shows the statuses of the specification', () => {
  expect(QUEUE_TAB_STATUSES).toEqual({
    queue: ['in_queue'],
    completed: ['completed'],
    failed: ['failed', 'partially_completed'],
    in_progress: ['pending', 'posting'],
  });
});

test('Clear Completed archives the statuses of the tabs Completed and Failed', () => {
  expect([...FINALIZED_TASK_STATUSES].sort()).toEqual(
    [...QUEUE_TAB_STATUSES.completed, ...QUEUE_TAB_STATUSES.failed].sort(),
  );
});

test('transactions have the types and labels of the specification', () => {
  expect(TRANSACTION_TYPE_LABELS).toEqual({
    purchase: 'Purchase',
    spending: 'Posting Fee',
    bonus: 'Bonus Credits',
    admin_adjustment: 'Admin Adjustment',
    refund: 'Refund',
  });
});

test('an admin can adjust credits as adjustment, bonus or refund', () => {
  expect(ADJUSTMENT_TYPES).toEqual(['admin_adjustment', 'bonus', 'refund']);
});

test('every wait reason has a sentence', () => {
  for (const sentence of Object.values(WAIT_REASON_SENTENCES)) expect(sentence).toMatch(/^[A-Z].+\.$/);
});

describe('the label of a status', () => {
  test('is the label of the specification', () => {
    expect(statusLabel(TASK_STATUS_LABELS, 'in_queue')).toBe('In Queue');
    expect(statusLabel(ASSISTANT_STATUS_LABELS, 'waiting')).toBe('Waiting to Start');
  });

  test('is the status itself when the status is unknown', () => {
    expect(statusLabel(TASK_STATUS_LABELS, 'teleporting')).toBe('teleporting');
    expect(statusLabel(TASK_STATUS_LABELS, 'toString')).toBe('toString');
  });

  test.each([null, undefined, ''])('is Unknown for %p', (status) => {
    expect(statusLabel(TASK_STATUS_LABELS, status)).toBe('Unknown');
  });
});
