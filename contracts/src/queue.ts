import { type Static, Type } from '@sinclair/typebox';
import { ATTENTION_KINDS, MAX_ATTENTION_FAILED, MAX_ATTENTION_ROWS, RETRIED_KINDS } from './attention.values.ts';
import { WORK_TAGS } from './cacheTags.values.ts';
import { defineEndpoint } from './endpoint.ts';
import { MAX_SEARCH_LENGTH } from './endpoint.values.ts';
import { POSTING_STATUSES } from './postings.values.ts';
import { CALENDAR_PAGES, CALENDAR_POSTINGS_PER_PAGE, MAX_CALENDAR_DAYS, NEXT_POSTS_SHOWN } from './queue.values.ts';
import { closed, count, dateTime, flag, list, nullable, object, text, uuid, whole, word } from './schema.ts';

export const QueueInfo = closed({
  queue_count: count('Tasks in_queue'),
  completed_count: count('Tasks completed'),
  failed_count: count('Tasks failed or partially_completed'),
  in_progress_count: count('Tasks pending or posting'),
  posted_count: count('Tasks posted or partially_posted, which are in no tab: their screenshots are being made'),
});
export type QueueInfo = Static<typeof QueueInfo>;

export const QueueStatus = closed({
  is_posting_active: flag('The posting switch'),
  current_task_id: nullable(uuid(''), 'The task most recently handed out and still being posted'),
});
export type QueueStatus = Static<typeof QueueStatus>;

const QueueSwitched = closed({
  message: text('What happened, for people'),
  is_posting_active: flag('The posting switch'),
});

export const queueInfo = defineEndpoint({
  path: '/queue/info',
  doc: 'The number of tasks in each queue tab.',
  response: QueueInfo,
});

export const queueStatus = defineEndpoint({
  path: '/queue/status',
  doc: 'Whether posting is on, and which tasks are being posted.',
  response: QueueStatus,
});

export const startQueue = defineEndpoint({
  method: 'POST',
  path: '/queue/start',
  doc: 'Starts posting: pending postings can be claimed.',
  changes: WORK_TAGS,
  // The queue may have started although the response was lost.
  refetchOnFailure: WORK_TAGS,
  wakesPages: true,
  response: QueueSwitched,
});

export const stopQueue = defineEndpoint({
  method: 'POST',
  path: '/queue/stop',
  doc: 'Stops posting: nothing more can be claimed; postings in flight finish.',
  changes: WORK_TAGS,
  // The queue may have stopped although the response was lost.
  refetchOnFailure: WORK_TAGS,
  response: QueueSwitched,
});

const calendarPosting = {
  id: uuid('Id of the posting'),
  task_id: uuid('Its flyer'),
  at: dateTime('When it is planned, is scheduled on the site, was posted or has failed'),
  status: word(
    POSTING_STATUSES,
    'pending: planned; posting; posted or completed: done, or scheduled if the time is ahead; failed',
  ),
  is_duplicate: flag('Republished by duplication_time_hours'),
};
export const CalendarPosting = object('A posting in the calendar', calendarPosting);
export type CalendarPosting = Static<typeof CalendarPosting>;

export const CalendarPage = object('The postings of a page in a time range', {
  page_guid: uuid('Our id of the page'),
  postings: list(CalendarPosting, `By time, ${CALENDAR_POSTINGS_PER_PAGE} at most`),
  left_out: count('Further postings in the time range'),
  after: nullable(
    dateTime(''),
    'Further postings go out after this time: a plan has the next 20 postings of a page, at most 7 days ahead. Null: all are planned',
  ),
  is_waiting: flag('Nothing is planned, because the page is offline or its device cannot post'),
});
export type CalendarPage = Static<typeof CalendarPage>;

export const CalendarTask = object('The flyer of postings in the calendar', {
  id: uuid('Id of the task'),
  assistant_id: uuid('Its assistant'),
  assistant_name: text('Name of its assistant, may be empty'),
  description: text('The beginning of the text of the flyer, may be empty'),
  sequence_order: count('Place within the assistant, from zero'),
  file_id: nullable(uuid(''), 'Image of the flyer'),
});
export type CalendarTask = Static<typeof CalendarTask>;

export const NextPost = object('A post of the next hour', {
  page_guid: uuid('Our id of its page'),
  ...calendarPosting,
  at: nullable(dateTime(''), 'As in the calendar; null: once its page is online and its device can post'),
});
export type NextPost = Static<typeof NextPost>;

export const listCalendar = defineEndpoint({
  path: '/queue/calendar',
  rateLimit: 'heavy',
  isSearch: true,
  doc: 'What pages will post and have posted in a time range, what has failed, and what all pages post within an hour, for one assistant if it is named. Planned times are the earliest ones, if posting is on and the credits suffice.',
  query: closed({
    from: dateTime('The first time'),
    until: dateTime(`The end, at most ${MAX_CALENDAR_DAYS} days later; it does not belong to the range`),
    assistant_id: Type.Optional(uuid('Only postings of this assistant')),
    tag: Type.Optional(text('Only pages with this tag', 100)),
    search: Type.Optional(text('Part of the name or username of the pages', MAX_SEARCH_LENGTH)),
    page: Type.Optional(whole(1, 10_000, 'Which part of the pages')),
  }),
  response: closed({
    pages: Type.Array(CalendarPage, {
      maxItems: CALENDAR_PAGES,
      description: 'Linked pages with pending postings, or with posts or failures in the time range, by name',
    }),
    total_pages: count('Pages that match, with those of the other parts'),
    next: Type.Array(NextPost, {
      maxItems: NEXT_POSTS_SHOWN,
      description:
        'Posts of the next hour by time, and last the next one of each page that is offline or whose device cannot post',
    }),
    next_left_out: count('Further posts within the hour'),
    next_waiting: count('Of all these, the posts of pages that are offline or whose device cannot post'),
    tasks: Type.Array(CalendarTask, {
      maxItems: CALENDAR_PAGES * CALENDAR_POSTINGS_PER_PAGE + NEXT_POSTS_SHOWN,
      description: 'The flyers of the postings',
    }),
  }),
  errors: { 422: ['calendar.range'] },
});

const counts = {
  failed: count(`Failed postings of linked pages, those in doubt not among them, ${MAX_ATTENTION_FAILED} at most`),
  partly_posted: count('Flyers that are posted on some of their pages and failed on the others'),
  unconfirmed: count('Postings whose post may be live'),
  offline: count('Pages that wait with a posting and do not poll, while posting is on'),
  logged_out: count('Pages in whose browsers a person must log in'),
  site_changed: count('Pages for which the creator site has changed'),
  out_of_credits: count('Assistants that are paused for lack of credits'),
  repeat_stopped: count('Repeats whose latest run was not added to the queue'),
};

export const AttentionRow = object('A posting, a flyer, a page or an assistant, as the kind says', {
  id: uuid('Its id'),
  task_id: nullable(uuid(''), 'The flyer of a posting; null for pages and assistants'),
  name: text('Name of the page, or of the assistant; may be empty'),
  flyer: nullable(text(''), 'The beginning of the text of the flyer; null for pages and assistants'),
  file_id: nullable(uuid(''), 'Image of the flyer'),
  problem: nullable(text(''), 'What is wrong, if the kind does not say it'),
  at: nullable(dateTime(''), 'Since when; null if that is not known'),
});
export type AttentionRow = Static<typeof AttentionRow>;

export const Attention = closed({
  ...counts,
  posting_paused: nullable(text(''), 'Why posting is paused for everybody; null while it is not'),
  rows: Type.Array(AttentionRow, { maxItems: MAX_ATTENTION_ROWS, description: 'Those of the kind, the latest first' }),
});
export type Attention = Static<typeof Attention>;

export const getAttention = defineEndpoint({
  path: '/attention',
  doc: 'How much needs a person, by its kind, and what it is.',
  query: closed({ kind: Type.Optional(word(ATTENTION_KINDS, 'The kind of the rows; without it there are none')) }),
  response: Attention,
});

export const retryAttention = defineEndpoint({
  method: 'POST',
  path: '/attention/retry',
  doc: 'Puts failed postings back in the queue, but none whose post may be live. A second call changes nothing.',
  body: closed({ kind: word(RETRIED_KINDS, 'All failed postings, or those of flyers that are partly posted') }),
  changes: WORK_TAGS,
  wakesPages: true,
  response: closed({ message: text('What happened, for people'), retried: count('Postings put back in the queue') }),
  errors: { 422: ['posting.too_many_pending'] },
});
