import { type Static, Type } from '@sinclair/typebox';
import { defineEndpoint } from './endpoint.ts';
import { closed, count, dateTime, flag, list, nullable, object, text, uuid, word } from './schema.ts';
import { WORK_TAGS } from './values/cacheTags.ts';
import { MAX_SEARCH_LENGTH } from './values/endpoint.ts';
import { POSTING_STATUSES } from './values/postings.ts';
import { CALENDAR_PAGES, CALENDAR_POSTINGS_PER_PAGE, MAX_CALENDAR_DAYS, NEXT_POSTS_SHOWN } from './values/queue.ts';

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
  access: 'user',
  doc: 'The number of tasks in each queue tab.',
  response: QueueInfo,
});

export const queueStatus = defineEndpoint({
  path: '/queue/status',
  access: 'user',
  doc: 'Whether posting is on, and which tasks are being posted.',
  response: QueueStatus,
});

export const startQueue = defineEndpoint({
  method: 'POST',
  path: '/queue/start',
  access: 'user',
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
  access: 'user',
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
  access: 'user',
  rateLimit: 'heavy',
  isSearch: true,
  doc: 'What pages will post and have posted in a time range, what has failed, and what all pages post within an hour, for one assistant if it is named. Planned times are the earliest ones, if posting is on and the credits suffice.',
  query: closed({
    from: dateTime('The first time'),
    until: dateTime(`The end, at most ${MAX_CALENDAR_DAYS} days later; it does not belong to the range`),
    assistant_id: Type.Optional(uuid('Only postings of this assistant')),
    tag: Type.Optional(text('Only pages with this tag', 100)),
    search: Type.Optional(text('Part of the name or username of the pages', MAX_SEARCH_LENGTH)),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, description: 'Which part of the pages' })),
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
    tasks: Type.Array(CalendarTask, {
      maxItems: CALENDAR_PAGES * CALENDAR_POSTINGS_PER_PAGE + NEXT_POSTS_SHOWN,
      description: 'The flyers of the postings',
    }),
  }),
  errors: { 422: ['calendar.range'] },
});
