/** The constants of the product's rules (spec section 9 and the server's decisions). */

export const PAGE_DAY_CREDITS = 10;
export const PAGE_DAY_HOURS = 24;
export const WELCOME_BONUS_CREDITS = 150;
export const MAX_ADJUSTMENT_CREDITS = 1_000_000;
/** A larger adjustment, in either direction, is confirmed by the admin in a second dialog. */
export const ADJUSTMENT_CONFIRMED_ABOVE_CREDITS = 10_000;
export const MAX_ADJUSTMENT_DESCRIPTION_LENGTH = 500;
export const MAX_IDEMPOTENCY_KEY_LENGTH = 200;

export const BALANCE_EXCELLENT_FROM_CREDITS = 100;
export const BALANCE_GOOD_FROM_CREDITS = 50;
export const TRANSACTIONS_FETCHED = 20;
export const TRANSACTIONS_SHOWN = 6;

export const LINK_SUCCESS_REDIRECT_MS = 500;
export const QUEUE_POLL_INTERVAL_MS = 5_000;
export const SNACKBAR_HIDE_MS = 4_000;
export const AUTOSAVE_QUIET_MS = 1_500;
export const SAVED_INDICATOR_MS = 1_500;
export const POSTINGS_SEARCH_DEBOUNCE_MS = 500;
export const NAV_BADGE_CAP = 99;
export const PREVIEW_NAV_WIDTH_PX = 64;
export const TASK_ERRORS_MAX_HEIGHT_PX = 100;

/** The version of the extension that this server offers. Pages with an older one are told to update. */
export const EXTENSION_VERSION = '1.2.0';
/** Derived from the key in the extension's manifest: the same on every machine. */
export const EXTENSION_ID = 'fmhbioioocdikoancdidnhcmcbjpaafi';
export const PAGE_ACTIVE_MINUTES = 3;
export const LINKING_TOKEN_MINUTES = 15;
/** Refunds of posts that failed after `submitting`, for each page in 24 hours. */
export const MAX_REFUNDS_AFTER_SUBMITTING = 3;
export const MAX_POSTING_TRIES = 3;
export const MAX_PICTURE_TRIES = 3;
export const OFFLINE_PAGE_FAILS_HOURS = 24;
/** The most posts that a device looks for in the feed of its page at once. */
export const FEED_CHECKS_AT_ONCE = 10;
/** Where the paths of posts lead. */
export const CREATOR_SITE_ORIGIN = 'https://onlyfans.com';
/** A posting that is due sooner than this is posted at once, not by the platform's scheduler. */
export const SCHEDULE_AHEAD_MINUTES = 5;
/** The largest limits of a page. */
export const MAX_POSTS_LIMIT = 1_000;
export const MAX_GAP_MINUTES = 7 * 24 * 60;
/** The forecast warns of an image that a page had within these days. An assumption: the plan of the queue shows a week. */
export const REPEATED_IMAGE_DAYS = 7;
/** The forecast warns of longer texts. An assumption about the creator site, because its limit is not known. Nothing is cut or refused. */
export const SITE_TEXT_LENGTH = 1_000;
/** A user's words that the forecast warns of. */
export const MAX_LISTED_WORDS = 100;
export const MAX_LISTED_WORD_LENGTH = 50;

/*
 * Limits for each user. A user with 18,000 pages reaches none of them. Without them one user could make answers
 * too large for the server. Each is a 422 with its own sentence, checked in the transaction that would exceed it.
 */
export const MAX_PAGES_PER_USER = 20_000;
/** Distinct tags on all pages of a user, compared without case. */
export const MAX_TAGS_PER_USER = 1_000;
export const MAX_ASSISTANTS_PER_USER = 200;
export const MAX_FLYERS_PER_ASSISTANT = 500;
export const MAX_PRESETS_PER_USER = 100;
/** Pages chosen one by one in one set of rules. Tags may match any number of pages. */
export const MAX_TARGET_PAGES = 1_000;
export const MAX_TARGET_TAGS = 200;
/** Postings of one Add to Queue, duplicates included. */
export const MAX_POSTINGS_PER_QUEUEING = 200_000;
/** Unfinished postings of all assistants: pending, in flight, without a screenshot, or still being added. */
export const MAX_PENDING_POSTINGS_PER_USER = 200_000;
/** The next sign-in ends the least recently used session. */
export const MAX_SESSIONS_PER_USER = 100;
/** The longest time between two runs of a repeat. */
export const MAX_REPEAT_DAYS = 365;
export const MAX_REPEAT_RUNS = 10_000;
/** A run of a repeat may be late by this much, for example after an outage. Later it is skipped. */
export const MAX_REPEAT_DELAY_HOURS = 24;
/** Flyers in one run of the reset timer list. */
export const MAX_RUN_LENGTH = 100_000;
/** Targets of its assistant that a task repeats. */
export const TASK_TARGETS_SHOWN = 20;
/** The largest list in a response; further rows are left out. Only texts far longer than usual reach it. */
export const MAX_LIST_BYTES = 16 * 1024 * 1024;
/** The same for lists with a row for each page. */
export const MAX_PAGE_LIST_BYTES = 32 * 1024 * 1024;
/** Postings, and steps of them, in one answer about a task's timelines. */
export const TIMELINES_SHOWN = 1_000;
export const TIMELINE_STEPS_SHOWN = 50_000;

/** The outline of a page's elements in a structure report. */
export const MAX_STRUCTURE_LENGTH = 20 * 1024;
/** Structure reports of a page in 24 hours. Further ones are not stored. */
export const MAX_STRUCTURE_REPORTS_PER_PAGE = 10;
export const STRUCTURE_REPORTS_SHOWN = 100;

/** The creator site asks to wait, and does not say how long. */
export const RATE_LIMIT_MINUTES = 30;
export const MAX_RETRY_AFTER_SECONDS = 86_400;
/** So many refusals of one kind without a post between them pause the page. */
export const REFUSALS_IN_A_ROW = 3;
/** The shortest pause after so many rate limits, and the pause after other refusals. A person can end each pause. */
export const REPEATED_RATE_LIMIT_MINUTES = 60;
export const PAUSE_HOURS = 24;

/*
 * The rollout of a site pack (decision 0033). Each page that tries it belongs to another owner.
 */
export const SITE_PACK_CANARY_PAGES = 3;
export const SITE_PACK_FEW_PAGES = 10;
/** So many owners must have posted before more pages try the pack. */
export const SITE_PACK_OWNERS_OF_CANARY = 2;
/** So many owners must have posted before all pages use it, or failed before it is withdrawn. All owners, if there are fewer. */
export const SITE_PACK_OWNERS = 3;
/** A site pack as JSON. */
export const MAX_SITE_PACK_LENGTH = 100_000;
/** Packs that are listed for admins, newest first. */
export const SITE_PACKS_SHOWN = 20;
/** Owners count whose account is older and who have paid for posts. Others count only if these are fewer than SITE_PACK_OWNERS. */
export const SITE_PACK_VOTER_DAYS = 7;

/** The action log in a report of a problem. The newest part of a larger one is sent. */
export const MAX_PROBLEM_REPORT_BYTES = 2 * 1024 * 1024;
export const MAX_PROBLEM_SENTENCE_LENGTH = 1_000;
export const MAX_PROBLEM_REPORT_REQUEST_IDS = 200;
/** Reports of a user that are kept at the same time. */
export const MAX_PROBLEM_REPORTS_PER_USER = 20;
export const PROBLEM_REPORT_KEPT_DAYS = 30;
export const PROBLEM_REPORTS_PAGE_SIZE = 50;

/** The largest JSON body, unless the endpoint's contract has its own limit. */
export const MAX_BODY_BYTES = 100_000;
/** The deepest nesting of objects and lists in a JSON body. */
export const MAX_BODY_NESTING = 32;
/** Room for far more target pages than rules may have, so that too many get the 422 that says what to do. */
export const MAX_RULES_BODY_BYTES = 1_200_000;

export const MAX_UPLOAD_FILES = 20;
export const FLYER_IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
/** Total size of the flyers that a user has uploaded and not deleted. Screenshots do not count. */
export const MAX_FLYER_BYTES_PER_USER = 2 * 1024 ** 3;
export const MAX_DESCRIPTION_LENGTH = 5_000;
export const MAX_NAME_LENGTH = 120;
export const MAX_SEARCH_LENGTH = 200;
export const MAX_TAGS_PER_PAGE = 100;
export const MAX_TAG_LENGTH = 100;
/** The most pages of one bulk call. */
export const MAX_BULK_PAGES = 5_000;
/** Ten years. A longer delay is a typing error, and dates stay in the range of Postgres and JavaScript. */
export const MAX_HOURS = 87_600;

/** The calendar of the queue: a week with the hour that a change of the clocks adds. */
export const MAX_CALENDAR_DAYS = 8;
export const MAX_CALENDAR_PAGES = 100;
export const CALENDAR_POSTINGS_PER_PAGE = 200;
export const CALENDAR_DESCRIPTION_LENGTH = 120;

export const POSTINGS_PAGE_SIZE = 50;
export const POSTINGS_PAGE_SIZES = [20, 50, 100, 200];
/** A page can continue the page before for this long. */
export const CURSOR_MINUTES = 30;
export const MAX_CURSOR_LENGTH = 4_000;
/** A claim, or a post without a screenshot, is stuck after this time. */
export const STUCK_MINUTES = 10;
export const MAX_STUCK_MINUTES = 10_000;
/** The most postings of one bulk retry, and the errors and owners that it lists. */
export const MAX_BULK_RETRY = 5_000;
export const BULK_RETRY_ERRORS_SHOWN = 50;
export const BULK_RETRY_OWNERS_SHOWN = 20;
/** The latest steps of a posting in the admin's list; each retry adds steps. */
export const TRANSITIONS_SHOWN = 200;
/** Lifetime of the address of a prepared file. */
export const DOWNLOAD_TICKET_SECONDS = 60;
/** The file with all data of a user. One can be requested this long after the one before. */
export const ACCOUNT_EXPORT_MINUTES = 60;
export const ACCOUNT_EXPORT_KEPT_HOURS = 24;
/** The ZIP format without extensions has at most 4 GB and 65,535 files. */
export const MAX_ZIP_BYTES = 3.5 * 1024 ** 3;
export const MAX_ZIP_FILES = 60_000;
export const ANALYTICS_LIMIT = 500;
export const BOTTLENECKS_SHOWN = 6;
export const TRENDS_DAYS = 30;
export const MAX_TRENDS_DAYS = 365;
/** The ranges that the admin's charts offer, in days. */
export const TRENDS_RANGES = [7, TRENDS_DAYS, 90] as const;
export const ADMIN_ACTS_SHOWN = 200;
export const AUDIT_PAGE_SIZE = 50;
/** Ledger entries on a page of the user's detail screen. */
export const LEDGER_PAGE_SIZE = 20;
/** The most pages, tasks and assistants listed for one user in the admin area; the counts include all. */
export const ACTIVITY_SHOWN = 200;
/** Tables of the admin area whose views can be saved. */
export const SAVED_VIEW_TABLES = ['users', 'credits', 'postings', 'performance', 'audit', 'reports'] as const;
/** Of one admin. */
export const MAX_SAVED_VIEWS_PER_TABLE = 50;
export const MAX_SAVED_VIEW_QUERY_LENGTH = 2_000;
export const SLOW_TOTAL_TIME_MS = 300_000;
export const MEDIUM_TOTAL_TIME_MS = 120_000;
export const SLOW_POSTING_MS = 60_000;
export const MEDIUM_POSTING_MS = 30_000;
export const SLOW_PICTURE_MS = 30_000;
export const MEDIUM_PICTURE_MS = 15_000;
/** The postings table highlights durations above these. */
export const LONG_PENDING_MS = 60_000;
export const LONG_POSTING_MS = 120_000;
export const LONG_POSTED_MS = 30_000;
/** Limits of the speed labels, for the average of a transition. */
export const EXCELLENT_BELOW_MS = 10_000;
export const GOOD_BELOW_MS = 30_000;
export const FAIR_BELOW_MS = 60_000;

export const SESSION_TOKEN_KEY = 'session_token';
export const TELEGRAM_ID_KEY = 'telegram_id';

/** The live channel (`live.ts`). */
export const LIVE_DEVICE_PATH = '/api/extension/live';
export const LIVE_USER_PATH = '/api/live';
/** A client sends a ping this often. Chrome ends an extension's worker that sends and receives nothing for 30 s. */
export const LIVE_PING_SECONDS = 20;
/** A side that receives nothing for this long closes the connection. */
export const LIVE_SILENCE_SECONDS = 50;
/** Close codes beside those of RFC 6455: the secret or the session is not valid; a newer connection of the same device replaced this one. */
export const LIVE_REFUSED = 4401;
export const LIVE_REPLACED = 4409;
/** Tags of the web app's query cache that hints may name. */
export const LIVE_TAGS = ['Assistant', 'Task', 'Queue', 'Page', 'Preset', 'Balance', 'Transaction'] as const;
