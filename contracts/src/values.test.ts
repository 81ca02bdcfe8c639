import * as values from './values.ts';
import {
  ADJUSTMENT_TYPES,
  ASSISTANT_STATUS_LABELS,
  FINALIZED_TASK_STATUSES,
  QUEUE_TAB_STATUSES,
  TASK_STATUS_LABELS,
  TRANSACTION_TYPE_LABELS,
  WAIT_REASON_SENTENCES,
} from './values.ts';

/** The figures of section 9 of the specification. */
const SPECIFIED = {
  PAGE_DAY_CREDITS: 10,
  PAGE_DAY_HOURS: 24,
  WELCOME_BONUS_CREDITS: 150,
  BALANCE_EXCELLENT_FROM_CREDITS: 100,
  BALANCE_GOOD_FROM_CREDITS: 50,
  TRANSACTIONS_FETCHED: 20,
  TRANSACTIONS_SHOWN: 6,
  LINK_SUCCESS_REDIRECT_MS: 500,
  SESSION_TOKEN_KEY: 'session_token',
  TELEGRAM_ID_KEY: 'telegram_id',
  QUEUE_POLL_INTERVAL_MS: 5_000,
  SNACKBAR_HIDE_MS: 4_000,
  AUTOSAVE_QUIET_MS: 1_500,
  SAVED_INDICATOR_MS: 1_500,
  NAV_BADGE_CAP: 99,
  POSTINGS_PAGE_SIZE: 50,
  POSTINGS_SEARCH_DEBOUNCE_MS: 500,
  ANALYTICS_LIMIT: 500,
  BOTTLENECKS_SHOWN: 6,
  SLOW_TOTAL_TIME_MS: 300_000,
  MEDIUM_TOTAL_TIME_MS: 120_000,
  SLOW_POSTING_MS: 60_000,
  MEDIUM_POSTING_MS: 30_000,
  SLOW_SCREENSHOT_MS: 30_000,
  MEDIUM_SCREENSHOT_MS: 15_000,
  LONG_PENDING_MS: 60_000,
  LONG_POSTING_MS: 120_000,
  LONG_POSTED_MS: 30_000,
  PREVIEW_NAV_WIDTH_PX: 64,
  TASK_ERRORS_MAX_HEIGHT_PX: 100,
} satisfies Partial<Record<keyof typeof values, number | string>>;

test.each(Object.entries(SPECIFIED))('%s is %p', (name, value) => {
  expect(values).toHaveProperty(name, value);
});

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
