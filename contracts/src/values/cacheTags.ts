export const CACHE_TAG_TYPES = [
  'Session',
  'Page',
  'LinkingToken',
  'Runner',
  'ListedWords',
  'Forecast',
  'Assistant',
  'Task',
  'Preset',
  'Queue',
  'Balance',
  'Transaction',
  'Package',
  'Preview',
  'AdminStats',
  'AdminUser',
  'UserActivity',
  'AdminAct',
  'CreditUser',
  'DetailedPosting',
  'Analytics',
  'ProblemReport',
  'SitePack',
  'Backup',
] as const;
export type CacheTagType = (typeof CACHE_TAG_TYPES)[number];

/** Those that hints of the live channel may name. */
export const LIVE_TAGS = [
  'Assistant',
  'Task',
  'Queue',
  'Page',
  'Preset',
  'Balance',
  'Transaction',
  'Runner',
] as const satisfies readonly CacheTagType[];
export type LiveTag = (typeof LIVE_TAGS)[number];

/** A type, or one tag of it as `Type/id`. `:name` in an id stands for that value of the path's parameters or of the body. */
export type CacheTag = CacheTagType | `${CacheTagType}/${string}`;

/** Of calls that change postings: tasks and their details, assistants' statuses and counts but not the forecast, the queue. */
export const WORK_TAGS = ['Task', 'Assistant/LIST', 'Queue'] as const satisfies readonly CacheTag[];

/** Of a booking of an admin. Admins may change their own credits, so their own balance is included. */
export const BOOKING_TAGS = [
  'CreditUser/LIST',
  'CreditUser/:user_id',
  'Transaction/LIST',
  'Balance',
  'AdminStats',
  'AdminAct',
] as const satisfies readonly CacheTag[];
