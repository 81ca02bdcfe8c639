/** Every tag type of the query cache; an endpoint's answer is provided under them and a mutation invalidates by them. */
export const TAG_TYPES = [
  'Session',
  'Page',
  'LinkingToken',
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
] as const;
type TagType = (typeof TAG_TYPES)[number];

export const listTag = <T extends TagType>(type: T) => ({ type, id: 'LIST' }) as const;

/** The pages as the target picker sees them: a list of its own, since changed tags concern it and not the page list. */
export const PICKER_PAGES_TAG = { type: 'Page', id: 'PICKER' } as const;

/** The tasks of one assistant, so that a saved rule reloads one assistant's flyers and not everybody's. */
export const assistantTasksTag = (assistantId: string) => ({ type: 'Task', id: `ASSISTANT-${assistantId}` }) as const;

/** What anything that moves work along changes: tasks and their details, assistants' statuses and counts, the queue. */
export const WORK_TAGS = ['Task', listTag('Assistant'), 'Queue'] as const;
