import { type Static, Type } from '@sinclair/typebox';
import { WORK_TAGS } from './cacheTags.values.ts';
import { defineEndpoint } from './endpoint.ts';
import { POSTING_STATUSES } from './postings.values.ts';
import { WAIT_REASONS } from './queue.values.ts';
import { closed, count, dateTime, flag, list, nullable, object, text, uuid, whole, word } from './schema.ts';
import {
  FLYER_IMAGE_TYPES,
  MAX_DESCRIPTION_LENGTH,
  MAX_UPLOAD_FILES,
  TASK_STATUSES,
  TASK_TARGETS_SHOWN,
} from './tasks.values.ts';

export const PageCounts = object('Originals only: a duplicate never changes these', {
  posted: count('Pages that have the flyer'),
  pending: count('Pages still to go, those in flight among them'),
  failed: count('Pages where it failed'),
  total: count('All pages of the task'),
});

export const TaskError = object('One failed posting', {
  message: text('What went wrong'),
  page_name: text('On which page'),
});

const taskFields = {
  _id: uuid('Id of the task'),
  assistant_id: uuid('Its assistant'),
  assistant_name: text('Name of its assistant, may be empty'),
  description: text('Text of the flyer, may be empty'),
  status: word(TASK_STATUSES, 'Derived from the postings'),
  file_id: nullable(uuid(''), 'Image of the flyer'),
  sequence_order: count('Place within the assistant, from zero'),
  page_counts: PageCounts,
  target_pages: Type.Optional(
    list(uuid('Guid of a page'), `The first ${TASK_TARGETS_SHOWN} of the assistant's chosen pages`),
  ),
  target_tags: Type.Optional(list(text('A tag'), `The first ${TASK_TARGETS_SHOWN} of the assistant's chosen tags`)),
  errors: list(TaskError, 'Failed postings, newest first, 50 at most'),
  createdAt: dateTime('When it was made'),
  updatedAt: dateTime('When it last changed'),
};

/** The queue leaves out the targets. */
export const Task = object('One flyer of an assistant', taskFields);
export type Task = Static<typeof Task>;

export const TaskPosting = object('One flyer on one page', {
  id: uuid('Id of the posting'),
  guid: uuid('Guid of the page'),
  name: text('Name of the page'),
  status: word(POSTING_STATUSES, 'State of the posting'),
  errorMessage: nullable(text(''), 'Why it failed'),
  error_code: nullable(text(''), "Stable word for the failure; 'unconfirmed' means the post may be live"),
  wait_reason: nullable(word(WAIT_REASONS, ''), 'Why a waiting posting waits; null when it is simply next'),
  wait_until: nullable(
    dateTime(''),
    'For `not_due`, `page_limit`, `rate_limited` and `site_refusals`: when the page may post',
  ),
  is_duplicate: flag('Republished by duplication_time_hours'),
  delay_hours: count('Delay by the rules, in hours'),
  scheduled_for: nullable(dateTime(''), "When the platform's scheduler posts it; null for at once"),
  retry_count: count('How often it was tried again'),
  picture_file_id: nullable(uuid(''), 'Screenshot of the post'),
  picture_error: nullable(text(''), 'Why there is no screenshot'),
  post_url: nullable(text(''), 'Where the post was seen on the page'),
  gone_at: nullable(dateTime(''), 'When the post was seen to be gone from the page'),
  updated_at: dateTime('When it last changed'),
});
export type TaskPosting = Static<typeof TaskPosting>;

export const TaskOwner = object('Whose task it is', {
  telegram_id: text('Telegram id'),
  name: text('Name, else the username'),
});
export type TaskOwner = Static<typeof TaskOwner>;

export const TimelineStep = object('A status of a posting', {
  to_status: word(POSTING_STATUSES, 'The status'),
  duration_ms: nullable(Type.Number(), 'Time in the status before, in milliseconds; null for the first one'),
  at: dateTime('Since when'),
});
export type TimelineStep = Static<typeof TimelineStep>;

export const TaskDetail = object('A task with its postings; the owner is named to admins only', {
  ...taskFields,
  page_postings: list(TaskPosting, 'Its postings by page name'),
  timeline: Type.Optional(list(TimelineStep, 'With posting_id: what happened to this posting, oldest first')),
  owner: Type.Optional(TaskOwner),
});
export type TaskDetail = Static<typeof TaskDetail>;

export const TaskParams = closed({ id: uuid('Id of the task') });

export const listTasks = defineEndpoint({
  path: '/tasks',
  doc: "The user's tasks in the given statuses, in the order of the queue.",
  query: closed({
    status: Type.Optional(
      Type.String({
        pattern: `^(${TASK_STATUSES.join('|')})(,(${TASK_STATUSES.join('|')}))*$`,
        description: 'Comma-separated task statuses; without it all but archived',
      }),
    ),
  }),
  response: list(Task, 'Tasks'),
});

export const getTask = defineEndpoint({
  path: '/tasks/:id',
  doc: 'A task with its postings, for its owner and for admins.',
  params: TaskParams,
  query: closed({
    posting_id: Type.Optional(uuid('Only this posting, with its timeline; none where it is none of the task')),
  }),
  response: TaskDetail,
  errors: { 404: ['task.not_found'] },
});

export const updateTask = defineEndpoint({
  method: 'PUT',
  path: '/tasks/:id',
  doc: "Edits a flyer's text while its assistant waits.",
  params: TaskParams,
  body: closed({ description: text('New text', MAX_DESCRIPTION_LENGTH) }),
  changesElsewhere: ['Task'],
  response: Task,
  errors: { 404: ['task.not_found'], 409: ['assistant.not_waiting'] },
});

export const deleteTask = defineEndpoint({
  method: 'DELETE',
  path: '/tasks/:id',
  doc: 'Removes a flyer of a waiting assistant.',
  params: TaskParams,
  changes: ['Task/LIST', 'Assistant/LIST', 'Queue'],
  errors: { 404: ['task.not_found'], 409: ['assistant.not_waiting'] },
});

export const retryTask = defineEndpoint({
  method: 'POST',
  path: '/tasks/:id/retry',
  doc: 'Retries the failed postings of a task, or settles doubts. A second call changes nothing.',
  params: TaskParams,
  body: Type.Optional(
    closed({
      confirm_unconfirmed: Type.Optional(flag('Also those that may be live already')),
      live_since: Type.Optional(
        dateTime('The posts that were in doubt by then are live: they count as posted, and nothing is tried again'),
      ),
      page_posting_ids: Type.Optional(
        Type.Array(uuid('Id of a posting'), {
          maxItems: 20_000,
          description: 'Only these; without it all failed ones',
        }),
      ),
    }),
  ),
  maxBodyBytes: 800_000,
  changes: WORK_TAGS,
  wakesPages: true,
  response: closed({ message: text('What happened, for people'), retried: count('Postings put back in the queue') }),
  errors: {
    404: ['task.not_found'],
    409: ['posting.unconfirmed', 'task.archived', 'page.unlinked'],
    422: ['posting.too_many_pending'],
  },
});

export const archiveFinalized = defineEndpoint({
  method: 'POST',
  path: '/tasks/archive-finalized',
  doc: 'Archives completed, failed and partially completed tasks.',
  changes: WORK_TAGS,
  response: closed({ message: text('What happened, for people'), archived: count('Tasks archived') }),
});

export const uploadTasks = defineEndpoint({
  method: 'POST',
  path: '/assistants/:id/tasks',
  doc: `Adds flyers to a waiting assistant: 1-${MAX_UPLOAD_FILES} files in the field images and as many descriptions, in the same order.`,
  params: closed({ id: uuid('Id of the assistant') }),
  consumes: 'multipart/form-data',
  files: {
    field: 'images',
    description: 'One image a flyer, in order; 10 MB each at most',
    maxItems: MAX_UPLOAD_FILES,
    types: FLYER_IMAGE_TYPES,
  },
  body: closed({
    descriptions: Type.Optional(
      Type.Array(text('Text of the flyer', MAX_DESCRIPTION_LENGTH), {
        maxItems: MAX_UPLOAD_FILES,
        description: 'One text a file, in order; without them the texts are empty',
      }),
    ),
  }),
  // The answer has the new tasks. Only the counts are fetched again.
  changes: ['Assistant/LIST'],
  changesElsewhere: ['Task', 'Assistant', 'Queue'],
  status: 201,
  response: list(Task, 'The new tasks in order'),
  errors: {
    404: ['assistant.not_found'],
    409: ['assistant.not_waiting'],
    413: ['file.too_large', 'file.too_many'],
    415: ['file.not_an_image'],
    422: ['file.missing', 'file.descriptions_mismatch', 'file.quota_exceeded', 'assistant.too_many_flyers'],
  },
});

export const getImage = defineEndpoint({
  path: '/get_image/:file_id',
  access: 'public',
  doc: 'An image, or its thumbnail, by its unguessable id.',
  params: closed({ file_id: uuid('Id of the file') }),
  query: closed({
    w: Type.Optional(whole(16, 2048, 'Width of a thumbnail, in pixels')),
  }),
  rateLimit: 'image',
  produces: 'image/*',
  errors: { 404: ['file.not_found'] },
});
