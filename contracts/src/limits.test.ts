import * as limits from './values.ts';

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
} satisfies Partial<Record<keyof typeof limits, number | string>>;

test.each(Object.entries(SPECIFIED))('%s is %p', (name, value) => {
  expect(limits).toHaveProperty(name, value);
});

test('the welcome bonus buys a day of posting to 15 pages', () => {
  expect(limits.WELCOME_BONUS_CREDITS / limits.PAGE_DAY_CREDITS).toBe(15);
});
