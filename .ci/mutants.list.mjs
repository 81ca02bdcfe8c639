const LIMITS = 'contracts/src/limits.ts';

/** Mutants: a sentence of the tables in .ci/sentences, and a replacement in the code that breaks it. */
export const MUTANTS = [
  {
    sentence: 'Snackbar auto-hide 4000 ms.',
    file: LIMITS,
    text: 'SNACKBAR_HIDE_MS = 4_000',
    instead: 'SNACKBAR_HIDE_MS = 5_000',
  },
  {
    sentence: 'Autosave quiet period 1500 ms; …',
    file: LIMITS,
    text: 'AUTOSAVE_QUIET_MS = 1_500',
    instead: 'AUTOSAVE_QUIET_MS = 1_000',
  },
  {
    sentence: "A 'Saved' indicator shows for 1.5 seconds.",
    file: LIMITS,
    text: 'SAVED_INDICATOR_MS = 1_500',
    instead: 'SAVED_INDICATOR_MS = 3_000',
  },
  {
    sentence: 'Queue status is polled every 5 seconds while on the Queue tab.',
    file: LIMITS,
    text: 'QUEUE_POLL_INTERVAL_MS = 5_000',
    instead: 'QUEUE_POLL_INTERVAL_MS = 6_000',
  },
  {
    sentence: 'Success leads to a full page load after 500 ms.',
    file: LIMITS,
    text: 'LINK_SUCCESS_REDIRECT_MS = 500',
    instead: 'LINK_SUCCESS_REDIRECT_MS = 400',
  },
  {
    sentence: 'Postings search is debounced by 500 ms.',
    file: LIMITS,
    text: 'POSTINGS_SEARCH_DEBOUNCE_MS = 500',
    instead: 'POSTINGS_SEARCH_DEBOUNCE_MS = 100',
  },
  {
    sentence: 'under 10 s excellent',
    file: LIMITS,
    text: 'EXCELLENT_BELOW_MS = 10_000',
    instead: 'EXCELLENT_BELOW_MS = 8_000',
  },
  {
    sentence: 'Postings table highlights: … posted above 30000; …',
    file: LIMITS,
    text: 'LONG_POSTED_MS = 30_000',
    instead: 'LONG_POSTED_MS = 45_000',
  },
  {
    sentence: '100 or more Excellent (green)',
    file: 'frontend/src/lib/balanceLevel.ts',
    text: 'credits >= BALANCE_EXCELLENT_FROM_CREDITS',
    instead: 'credits > BALANCE_EXCELLENT_FROM_CREDITS',
  },
  {
    sentence: 'Credit balance label and colour: … under 50 Low Balance (red).',
    file: 'frontend/src/lib/balanceLevel.ts',
    text: "tone: 'danger' };",
    instead: "tone: 'warning' };",
  },
  {
    sentence: 'The chip shows thousands in a 1.0k style: 1000',
    file: 'frontend/src/lib/formatCredits.ts',
    text: '< 1000',
    instead: '<= 1000',
  },
  {
    sentence: 'waiting (Waiting to Start)',
    file: 'contracts/src/statuses.ts',
    text: "waiting: 'Waiting to Start'",
    instead: "waiting: 'Waiting To Start'",
  },
  {
    sentence:
      'Reset timer list: comma-separated text; each item parsed as integer; non-numeric or negative items dropped.',
    file: 'frontend/src/lib/parseResetList.ts',
    text: 'length >= 0',
    instead: 'length > -9',
  },
  {
    sentence: '… assistants in waiting status are expanded automatically on load.',
    file: 'frontend/src/screens/assistants/useExpandedAssistants.ts',
    text: "status === 'waiting'",
    instead: "status === 'paused'",
  },
  {
    sentence: 'Retry is offered on tasks that are … partially_completed …',
    file: 'frontend/src/lib/taskRules.ts',
    text: "['failed', 'partially_completed']",
    instead: "['failed']",
  },
  {
    sentence: 'Start is disabled when the queue count is zero and posting is not active.',
    file: 'frontend/src/screens/queue/QueueHeader.tsx',
    text: 'hasNothingToStart || isSwitchUnknown',
    instead: 'isSwitchUnknown',
  },
  {
    sentence: '… numbered description (sequence_order plus one, …',
    file: 'frontend/src/screens/queue/TaskRow.tsx',
    text: '{task.sequence_order + 1}. ',
    instead: '{task.sequence_order}. ',
  },
  {
    sentence: "An empty description is sent as 'Admin adjustment: {amount} credits'.",
    file: 'frontend/src/screens/admin/credits/adjustment.ts',
    text: 'Admin adjustment: ',
    instead: 'Adjustment: ',
  },
  {
    sentence: "… capped as '99+'.",
    file: 'frontend/src/screens/preview/PlatformNav.tsx',
    text: 'count > NAV_BADGE_CAP',
    instead: 'count >= NAV_BADGE_CAP',
  },
  {
    sentence: 'The popular package is the third in the list …',
    file: 'frontend/src/screens/credits/PackageList.tsx',
    text: 'POPULAR_PLACE = 2',
    instead: 'POPULAR_PLACE = 1',
  },
  {
    sentence: "An admin cannot remove their own admin privileges: 'You cannot remove your own admin privileges'; …",
    file: 'frontend/src/screens/admin/user/UserSwitches.tsx',
    text: "'You cannot remove your own admin privileges'",
    instead: "'You cannot remove your admin privileges'",
  },
  {
    sentence: 'Chip colours: … failed error …',
    file: 'frontend/src/ui/StatusChip.tsx',
    text: "failed: 'danger'",
    instead: "failed: 'warning'",
  },
];
