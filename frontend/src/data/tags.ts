/** All tag types of the query cache. */
export const TAG_TYPES = [
  'Session',
  'AccountExport',
  'Page',
  'LinkingToken',
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
  'SavedView',
  'CreditUser',
  'DetailedPosting',
  'Analytics',
  'ProblemReport',
  'SitePack',
] as const;
type TagType = (typeof TAG_TYPES)[number];

export const listTag = <T extends TagType>(type: T) => ({ type, id: 'LIST' }) as const;

/** The target picker's pages. They have their own tag, because changed tags invalidate them but not the page list. */
export const PICKER_PAGES_TAG = { type: 'Page', id: 'PICKER' } as const;

/** The tasks of one assistant, so that a saved assistant reloads only its own flyers. */
export const assistantTasksTag = (assistantId: string) => ({ type: 'Task', id: `ASSISTANT-${assistantId}` }) as const;

/** Invalidated by calls that change postings: tasks and their details, assistants' statuses and counts, the queue. */
export const WORK_TAGS = ['Task', listTag('Assistant'), 'Queue'] as const;
