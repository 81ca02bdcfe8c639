const LIMITS = 'contracts/src/limits.ts';

/** Mutants: the id of a sentence in .ci/sentences.md, and a replacement in the code that breaks the sentence. */
export const MUTANTS = [
  {
    id: '9-22',
    file: LIMITS,
    text: 'SNACKBAR_HIDE_MS = 4_000',
    instead: 'SNACKBAR_HIDE_MS = 5_000',
  },
  {
    id: '9-23',
    file: LIMITS,
    text: 'AUTOSAVE_QUIET_MS = 1_500',
    instead: 'AUTOSAVE_QUIET_MS = 1_000',
  },
  {
    id: '4.9-08',
    file: LIMITS,
    text: 'SAVED_INDICATOR_MS = 1_500',
    instead: 'SAVED_INDICATOR_MS = 3_000',
  },
  {
    id: '4.4-02',
    file: LIMITS,
    text: 'QUEUE_POLL_INTERVAL_MS = 5_000',
    instead: 'QUEUE_POLL_INTERVAL_MS = 6_000',
  },
  {
    id: '4.2-08',
    file: LIMITS,
    text: 'LINK_SUCCESS_REDIRECT_MS = 500',
    instead: 'LINK_SUCCESS_REDIRECT_MS = 400',
  },
  {
    id: '5-27',
    file: LIMITS,
    text: 'POSTINGS_SEARCH_DEBOUNCE_MS = 500',
    instead: 'POSTINGS_SEARCH_DEBOUNCE_MS = 100',
  },
  {
    id: '4.12-01',
    file: LIMITS,
    text: 'EXCELLENT_BELOW_MS = 10_000',
    instead: 'EXCELLENT_BELOW_MS = 8_000',
  },
  {
    id: '9-33',
    file: LIMITS,
    text: 'LONG_POSTED_MS = 30_000',
    instead: 'LONG_POSTED_MS = 45_000',
  },
  {
    id: '9-12',
    file: 'frontend/src/lib/balanceLevel.ts',
    text: 'credits >= BALANCE_EXCELLENT_FROM_CREDITS',
    instead: 'credits > BALANCE_EXCELLENT_FROM_CREDITS',
  },
  {
    id: '9-14',
    file: 'frontend/src/lib/balanceLevel.ts',
    text: "tone: 'danger' };",
    instead: "tone: 'warning' };",
  },
  {
    id: '9-15',
    file: 'frontend/src/lib/formatCredits.ts',
    text: '< 1000',
    instead: '<= 1000',
  },
  {
    id: '4.8-01',
    file: 'contracts/src/statuses.ts',
    text: "waiting: 'Waiting to Start'",
    instead: "waiting: 'Waiting To Start'",
  },
  {
    id: '5-13',
    file: 'frontend/src/lib/parseResetList.ts',
    text: 'length >= 0',
    instead: 'length > -9',
  },
  {
    id: '2.7-02',
    file: 'frontend/src/screens/assistants/useExpandedAssistants.ts',
    text: "status === 'waiting'",
    instead: "status === 'paused'",
  },
  {
    id: '4.6-02',
    file: 'frontend/src/lib/taskRules.ts',
    text: "['failed', 'partially_completed']",
    instead: "['failed']",
  },
  {
    id: '4.5-02',
    file: 'frontend/src/screens/queue/QueueHeader.tsx',
    text: 'hasNothingToStart || isSwitchUnknown',
    instead: 'isSwitchUnknown',
  },
  {
    id: '2.8-12',
    file: 'frontend/src/screens/queue/TaskRow.tsx',
    text: '{task.sequence_order + 1}. ',
    instead: '{task.sequence_order}. ',
  },
  {
    id: '5-22',
    file: 'frontend/src/screens/admin/credits/adjustment.ts',
    text: 'Admin adjustment: ',
    instead: 'Adjustment: ',
  },
  {
    id: '2.11-08',
    file: 'frontend/src/screens/preview/PlatformNav.tsx',
    text: 'count > NAV_BADGE_CAP',
    instead: 'count >= NAV_BADGE_CAP',
  },
  {
    id: '9-06',
    file: 'frontend/src/screens/credits/PackageList.tsx',
    text: 'POPULAR_PLACE = 2',
    instead: 'POPULAR_PLACE = 1',
  },
  {
    id: '5-23',
    file: 'frontend/src/screens/admin/user/UserSwitches.tsx',
    text: "'You cannot remove your own admin privileges'",
    instead: "'You cannot remove your admin privileges'",
  },
  {
    id: '4.11-03',
    file: 'frontend/src/ui/StatusChip.tsx',
    text: "failed: 'danger'",
    instead: "failed: 'warning'",
  },
];
