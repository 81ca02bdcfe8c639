import { type Static, Type } from '@sinclair/typebox';
import { MAX_SELECTED_ROWS } from './admin.values.ts';
import { defineEndpoint } from './endpoint.ts';
import { MAX_NAME_LENGTH, MAX_SEARCH_LENGTH } from './endpoint.values.ts';
import {
  ANALYTICS_LIMIT,
  MAX_RETRIED_POSTINGS,
  MAX_STUCK_MINUTES,
  POSTING_STATUSES,
  POSTINGS_PAGE_SIZE,
  STUCK_MINUTES,
} from './postings.values.ts';
import {
  closed,
  count,
  dateTime,
  exportTimeZone,
  flag,
  list,
  nullable,
  object,
  paging,
  sortOrder,
  text,
  uuid,
  whole,
  word,
} from './schema.ts';

export const PreviewData = closed({
  pageAvatarBase64: nullable(text(''), 'Avatar as a data URL, where we hold it'),
  pageAvatarUrl: nullable(text(''), 'Address of the avatar'),
  notificationsCount: count('Badge of Notifications'),
  messagesCount: count('Badge of Messages'),
  homeCount: count('Badge of Home'),
  scheduleText: Type.Optional(
    text("When the post is scheduled, in the device's time zone; absent when posted at once"),
  ),
  imageUrl: nullable(text(''), 'Image of the flyer'),
  description: text('Text of the flyer'),
});
export type PreviewData = Static<typeof PreviewData>;

export const getPreview = defineEndpoint({
  path: '/page-postings/:pagePostingId/view-data',
  access: 'public',
  doc: 'The data of the public preview of a posting.',
  params: closed({ pagePostingId: uuid('Id of the posting') }),
  rateLimit: 'preview',
  response: PreviewData,
  errors: { 404: ['posting.not_found'] },
});

const times = {
  avg_ms: Type.Number({ description: 'Average, in milliseconds' }),
  min_ms: Type.Number({ description: 'Shortest, in milliseconds' }),
  max_ms: Type.Number({ description: 'Longest, in milliseconds' }),
};

export const PerformanceAnalytics = closed({
  total_analyzed: count('Number of completed postings analyzed'),
  total_posting_time: object('From queued to completed', times),
  claim_to_posted_time: object('From claimed to posted', times),
  screenshot_generation_time: object('From posted to completed', times),
  recommendations: list(text('A sentence'), 'What to do about it'),
  status_transitions: Type.Record(Type.String(), closed({ count: count('How many'), ...times }), {
    description: "By 'from -> to'",
  }),
  bottlenecks: Type.Record(Type.String(), count('Postings affected'), {
    description: 'By the status that took longest',
  }),
});
export type PerformanceAnalytics = Static<typeof PerformanceAnalytics>;

export const getPerformanceAnalytics = defineEndpoint({
  path: '/page-postings/performance-analytics',
  access: 'admin',
  isSearch: true,
  doc: 'Durations of the latest completed postings, by stage.',
  query: closed({
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 5_000,
        default: ANALYTICS_LIMIT,
        description: 'Number of the latest completed postings to analyze',
      }),
    ),
  }),
  response: PerformanceAnalytics,
});

export const POSTING_SORTS = [
  'status',
  'updatedAt',
  'createdAt',
  'pending',
  'posting',
  'posted',
  'failed',
  'total',
  'retries',
  'unchanged',
] as const;
export type PostingSort = (typeof POSTING_SORTS)[number];

const StatusTime = object('Time in one status', {
  total_ms: Type.Number({ description: 'Time of the finished visits, in milliseconds' }),
  visits: count('How often it was left again'),
  avg_ms: Type.Number({ description: 'Time a visit, in milliseconds' }),
});
const StatusDurations = Type.Record(Type.String(), StatusTime, {
  description: 'By status; missing where it was never left, the status it is in among them (see status_since)',
});

export const DetailedPosting = object('A posting with all its times', {
  id: uuid('Id of the posting'),
  userId: text('Telegram id of the owner'),
  guid: uuid('Guid of the page'),
  file_id: nullable(uuid(''), 'Image of the flyer'),
  status: word(POSTING_STATUSES, 'State'),
  status_since: dateTime('When it came to this state; no time below counts what still lasts'),
  description: text('Text of the flyer'),
  task_description: text('Text of the flyer'),
  task_id: uuid('Id of its task'),
  assistant_id: uuid('Id of the assistant'),
  assistant_name: text('Assistant'),
  page_name: text('Page'),
  created_at: dateTime('When it was queued'),
  updated_at: dateTime('When it last changed'),
  delay_hours: count('Delay by the rules, in hours'),
  retry_count: count('How often it was tried again'),
  errorMessage: nullable(text(''), 'Why it failed'),
  is_unconfirmed: flag('It failed, but the post may be live'),
  post_url: nullable(text(''), 'Where the post was seen on the page'),
  gone_at: nullable(dateTime(''), 'When the post was seen to be gone from the page'),
  status_durations: StatusDurations,
  total_duration: Type.Number({ description: 'From queued to its present state, in milliseconds' }),
  performance_summary: object('In short', {
    bottleneck_status: nullable(text(''), 'Status that took longest'),
    first_pending_at: nullable(dateTime(''), 'When it was queued'),
    final_completion_at: nullable(dateTime(''), 'When it ended'),
  }),
  performance_metrics: object('In full', {
    status_transitions: list(
      object('One step', {
        from_status: text('From'),
        to_status: text('To'),
        duration_ms: Type.Number({ description: 'Time in the first, in milliseconds' }),
      }),
      'Every step in order',
    ),
    status_durations: StatusDurations,
    total_posting_duration_ms: Type.Number({ description: 'From queued to its present state, in milliseconds' }),
  }),
});
export type DetailedPosting = Static<typeof DetailedPosting>;

/** Not fetched by their page, handed out, at the button, without a screenshot, or in doubt. */
export const STUCK_KINDS = ['any', 'waiting', 'claimed', 'submitting', 'screenshot', 'unconfirmed'] as const;
export type StuckKind = (typeof STUCK_KINDS)[number];

export const postingsFilter = {
  search: Type.Optional(
    text('Part of description, page, assistant, user, @name, GUID or error, or a whole id', MAX_SEARCH_LENGTH),
  ),
  archived: Type.Optional(flag('Those of archived tasks instead')),
  status: Type.Optional(word(POSTING_STATUSES, 'Only those in this state')),
  created_from: Type.Optional(dateTime('Only those queued at this time or later')),
  created_to: Type.Optional(dateTime('Only those queued before this time')),
  owner: Type.Optional(text('Only those of the user with this Telegram id or @name', MAX_NAME_LENGTH)),
  guid: Type.Optional(uuid('Only those of this page')),
  assistant: Type.Optional(uuid('Only those of this assistant')),
  failed_from: Type.Optional(dateTime('Only those that failed at this time or later, also if they were retried since')),
  failure: Type.Optional(text('Only those that failed with exactly this message', 5_000)),
  failed_pack: Type.Optional(whole(1, 1_000_000, 'Only those that failed with this version of the site pack')),
  failed_extension: Type.Optional(text('Only those that failed with this version of the extension', MAX_NAME_LENGTH)),
  stuck: Type.Optional(
    word(
      STUCK_KINDS,
      'Only stuck ones: not claimed although nothing holds their page back, claimed or submitting for too long, posted but without a screenshot, or unconfirmed',
    ),
  ),
  stuck_minutes: Type.Optional(
    whole(
      0,
      MAX_STUCK_MINUTES,
      `After how many minutes a claim or a missing screenshot is stuck, ${STUCK_MINUTES} without it; unconfirmed ones always are`,
    ),
  ),
};

const selection = {
  ...postingsFilter,
  sort_by: Type.Optional(word(POSTING_SORTS, 'Field to sort by; updatedAt without it')),
  sort_order: sortOrder,
};

export const listDetailedPostings = defineEndpoint({
  path: '/page-postings/detailed-admin',
  access: 'admin',
  isSearch: true,
  doc: 'All postings by page number, searched, filtered and sorted. A row that changes meanwhile can move to another page; the export has each row once.',
  query: closed({
    ...paging(POSTINGS_PAGE_SIZE),
    ...selection,
  }),
  response: closed({
    postings: list(DetailedPosting, 'Rows; none on a page past the end'),
    total_pages: count('How many pages there are'),
    total: count('How many match'),
  }),
});

const { stuck, stuck_minutes, archived, status, ...retryFilter } = postingsFilter;

export const retryFailedPostings = defineEndpoint({
  method: 'POST',
  path: '/page-postings/bulk-retry',
  access: 'admin',
  doc: `Puts failed postings back in the queue: the named ones, or all that match, the oldest ${MAX_RETRIED_POSTINGS} at most. It leaves out those whose post may be live, whose page is unlinked or whose task is archived. A second call changes nothing.`,
  body: closed({
    ...retryFilter,
    posting_ids: Type.Optional(
      Type.Array(uuid(''), { minItems: 1, maxItems: MAX_SELECTED_ROWS, description: 'Only these postings' }),
    ),
  }),
  changes: ['DetailedPosting/LIST'],
  response: closed({ message: text('What was done'), retried: count('How many') }),
  errors: { 422: ['posting.too_many_pending'] },
});

export const ExportDetailedPostingsBody = closed({
  ...selection,
  ...exportTimeZone,
});
export type ExportDetailedPostingsBody = Static<typeof ExportDetailedPostingsBody>;
