export const ASSISTANT_STATUS_LABELS = {
  waiting: 'Waiting to Start',
  in_queue: 'In Queue',
  pending: 'Pending Tasks',
  posting: 'Posting Tasks',
  posted: 'Posted',
  partially_posted: 'Partially Posted',
  partially_completed: 'Partially Completed',
  paused: 'Paused',
  completed: 'Completed',
  failed: 'Failed',
  archived: 'Archived',
} as const;
export type AssistantStatus = keyof typeof ASSISTANT_STATUS_LABELS;
export const ASSISTANT_STATUSES = Object.keys(ASSISTANT_STATUS_LABELS) as AssistantStatus[];

export const MAX_ASSISTANTS_PER_USER = 200;
export const MAX_FLYERS_PER_ASSISTANT = 500;
export const MAX_SHEET_ROWS = 500;
export const MAX_SHEET_TARGETS_LENGTH = 1_000;
export const MAX_POSTINGS_PER_QUEUEING = 200_000;
/** What is due sooner is posted at once, not by the platform's scheduler. */
export const SCHEDULE_AHEAD_MINUTES = 5;
/** A posting without a schedule is claimed only where the page's limits permit it as much later too. */
export const LIMIT_MARGIN_MINUTES = 5;
/** For plans. */
export const USUAL_POST_SECONDS = 40;
export const AUTOSAVE_QUIET_MS = 1_500;
export const SAVED_INDICATOR_MS = 1_500;
export const MAX_RUN_LENGTH = 100_000;
/** An assumption: the plan of the queue shows a week. */
export const REPEATED_IMAGE_DAYS = 7;
/** An assumption about the creator site, whose limit is not known. Longer texts get a warning; nothing is cut or refused. */
export const SITE_TEXT_LENGTH = 1_000;
export const MAX_LISTED_WORDS = 100;
export const MAX_LISTED_WORD_LENGTH = 50;
export const MAX_REPEAT_DAYS = 365;
export const MAX_REPEAT_RUNS = 10_000;
/** A run that is later, for example after an outage, is skipped. */
export const MAX_REPEAT_DELAY_HOURS = 24;

export const NO_RULES = {
  target_pages: [] as string[],
  target_tags: [] as string[],
  start_delay_hours: 0,
  delay_between_tasks_hours: 0,
  duplication_time_hours: 0,
};
export const MAX_PRESETS_PER_USER = 100;
/** Chosen one by one. Tags may match any number of pages. */
export const MAX_TARGET_PAGES = 1_000;
export const MAX_TARGET_TAGS = 200;
/** Far more than rules may have, so that too many get the 422 that says what to do. */
export const MAX_RULES_BODY_BYTES = 1_200_000;
