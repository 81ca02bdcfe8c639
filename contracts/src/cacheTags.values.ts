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

/** `Type/id` is one tag of a type. `:name` in an id stands for that value of the path or body. */
export type CacheTag = CacheTagType | `${CacheTagType}/${string}`;

/** Not the forecast of assistants. */
export const WORK_TAGS = ['Task', 'Assistant/LIST', 'Queue'] as const satisfies readonly CacheTag[];

/** Admins may change their own credits, so their own balance is included. */
export const BOOKING_TAGS = [
  'CreditUser/LIST',
  'CreditUser/:user_id',
  'Transaction/LIST',
  'Balance',
  'AdminStats',
  'AdminAct',
] as const satisfies readonly CacheTag[];
