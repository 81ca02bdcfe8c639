import { type Static, Type } from '@sinclair/typebox';
import {
  BACKUPS_SHOWN,
  FAILURE_GROUPS_SHOWN,
  FAILURE_RANGES,
  FAILURES_BY,
  MAX_PAUSE_SENTENCE_LENGTH,
  PAGE_EVENT_KINDS,
  PAGE_EVENTS_SHOWN,
} from './admin.values.ts';
import { AUDIT_EVENT_NAMES, AUDIT_PAGE_SIZE } from './audit.values.ts';
import { defineEndpoint } from './endpoint.ts';
import { MAX_SEARCH_LENGTH } from './endpoint.values.ts';
import { Page, PageParams } from './pages.ts';
import { POSTING_STATUSES } from './postings.values.ts';
import { WAIT_REASONS } from './queue.values.ts';
import {
  closed,
  count,
  dateTime,
  exportTimeZone,
  filled,
  flag,
  list,
  notBlank,
  nullable,
  object,
  paging,
  sortOrder,
  text,
  uuid,
  word,
} from './schema.ts';
import { sitePackVersion } from './sitePacks.ts';

export const PageEvent = object('Something that happened to a page', {
  at: dateTime('When'),
  kind: word(PAGE_EVENT_KINDS, 'What'),
  posting_id: nullable(uuid(''), 'The posting'),
  task_id: nullable(uuid(''), 'Its task'),
  from_status: nullable(word(POSTING_STATUSES, ''), 'With `step`: the status before'),
  to_status: nullable(word(POSTING_STATUSES, ''), 'With `step`: the status after'),
  text: nullable(text(''), 'The error of a failure, the elements that were not found, or the browser of a device'),
});
export type PageEvent = Static<typeof PageEvent>;

export const PageDiagnosis = object('Why a page posts or does not', {
  page: Page,
  unlinked_at: nullable(dateTime(''), 'When it was unlinked; null while it is linked'),
  owner: object('Whose page it is', {
    telegram_id: text('Telegram id'),
    name: text('Name, else the username'),
    is_active: flag('May sign in and post'),
    is_posting_active: flag('Has started the queue'),
    credits_balance: Type.Integer({ description: 'Balance in credits' }),
  }),
  device: nullable(
    closed({ browser: text('Browser'), linked_at: dateTime('When it was linked') }),
    'The extension that posts for it; null when none is linked',
  ),
  site_pack: object('Site packs of the page', {
    used: nullable(sitePackVersion('Version'), 'The pack that it uses, as its extension last said'),
    wanted: nullable(sitePackVersion('Version'), 'The pack that is published for it'),
    may_post: flag('The pack that it uses is published for it and not undone'),
  }),
  refused: nullable(
    closed({ kind: text('What the creator site has refused'), at: dateTime('When') }),
    'The last refusal of the creator site',
  ),
  pending_count: count('Postings in its queue'),
  next: nullable(
    closed({
      posting_id: uuid('The posting that it gets next'),
      task_id: uuid('Its task'),
      assistant_name: text('Its assistant'),
      queued_at: dateTime('When it was queued'),
      wait_reason: nullable(word(WAIT_REASONS, ''), 'Why it waits; null if the next poll gets it'),
      wait_until: nullable(dateTime(''), 'When the page may post again'),
    }),
    'The first posting of its queue; null when nothing is queued',
  ),
  in_flight: nullable(
    closed({
      posting_id: uuid('The posting'),
      claimed_at: dateTime('When it was claimed'),
      lease_expires_at: dateTime('When the claim ends without a report'),
      submitting_at: nullable(dateTime(''), 'When the button was about to be pressed'),
    }),
    'The posting that it has claimed',
  ),
  events: Type.Array(PageEvent, { maxItems: PAGE_EVENTS_SHOWN, description: 'What happened lately, newest first' }),
});
export type PageDiagnosis = Static<typeof PageDiagnosis>;

export const diagnosePage = defineEndpoint({
  path: '/admin/pages/:guid',
  access: 'admin',
  doc: 'Why a page posts or does not: its connection, what its next posting waits for, and what happened lately. Reading it is an event of the audit log.',
  params: PageParams,
  response: PageDiagnosis,
  errors: { 404: ['page.not_found'] },
});

export const FailureReport = closed({
  since: dateTime('Begin of the first part'),
  parts: list(
    object('An hour or a day', { at: dateTime('Its begin'), failures: count('How often postings failed') }),
    'All parts of the range, the quiet ones too, oldest first',
  ),
  groups: Type.Array(
    object('Failures that have something in common', {
      key: text('The message, the GUID of the page, or the version; empty where it is not recorded'),
      label: text('The same for people'),
      failures: count('How often postings failed'),
      postings: count('Different postings among them that are not archived, also those retried since'),
      counts: list(count(''), 'Failures in each part'),
    }),
    { description: 'The most frequent first', maxItems: FAILURE_GROUPS_SHOWN },
  ),
});
export type FailureReport = Static<typeof FailureReport>;

export const getFailureReport = defineEndpoint({
  path: '/admin/failures',
  access: 'admin',
  isSearch: true,
  doc: 'How often postings failed in each hour of the last 24 hours, or on each day in UTC, and what the failures have in common.',
  query: closed({
    by: word(FAILURES_BY, 'What groups them: the message, the page, or the site pack or extension that it had'),
    days: Type.Integer({ enum: [...FAILURE_RANGES], description: 'Up to and with today; 1: the last 24 hours' }),
  }),
  response: FailureReport,
});

export const Backup = object('A backup, which was read back completely before it got its name', {
  name: text('Its folder'),
  made_at: dateTime('The moment whose data it contains'),
  byte_size: Type.Integer({ minimum: 0, description: 'Bytes of its files' }),
  row_count: Type.Integer({ minimum: 0, description: 'Rows of all tables' }),
});
export type Backup = Static<typeof Backup>;

export const Backups = object('The scheduled backups of this installation', {
  every_hours: nullable(Type.Number(), 'Hours between two backups; null when no backups are set up'),
  keep: count('Number of backups that are kept'),
  is_late: flag('Whether the newest one is older than two intervals, or there is none'),
  asked_at: nullable(dateTime(''), 'When an admin asked for one that is not made yet'),
  writing_since: nullable(dateTime(''), 'Start of the backup that is being made'),
  failure: nullable(
    closed({ at: dateTime('When it failed'), error: text('Why') }),
    'The last attempt, if it failed and none has succeeded since',
  ),
  test_restore: nullable(
    closed({
      backup: text('The name of the backup'),
      at: dateTime('When it was restored'),
      error: nullable(text(''), 'Why it failed; null if all rows were there and the books explained them'),
      good_at: nullable(dateTime(''), 'When one last succeeded'),
    }),
    'The last weekly restore of the newest backup into a scratch database; null before the first',
  ),
  backups: Type.Array(Backup, { maxItems: BACKUPS_SHOWN, description: 'Newest first' }),
});
export type Backups = Static<typeof Backups>;

export const listBackups = defineEndpoint({
  path: '/admin/backups',
  access: 'admin',
  doc: 'The scheduled backups in BACKUP_DIR, with their sizes.',
  response: Backups,
});

export const requestBackup = defineEndpoint({
  method: 'POST',
  path: '/admin/backups',
  access: 'admin',
  doc: 'Asks the workers for a backup. One of them begins within a minute.',
  changes: ['Backup'],
  errors: { 409: ['backup.not_possible'] },
});

export const restoreBackup = defineEndpoint({
  method: 'POST',
  path: '/restore',
  access: 'public',
  doc: 'Restores the newest backup in BACKUP_DIR into an installation in which nobody has signed in yet, with the code that its log shows when the first screen is opened. Posting is paused for everybody, and accounts that were erased after the backup are erased again.',
  body: closed({ proof: filled('The code', 64) }),
  rateLimit: 'sign_in',
  response: closed({ made_at: dateTime('When the backup was made') }),
  errors: { 403: ['restore.wrong_code'], 409: ['restore.not_possible'] },
});

export const setClaimPause = defineEndpoint({
  method: 'PUT',
  path: '/admin/claim-pause',
  access: 'admin',
  doc: 'Pauses posting for everybody, or ends the pause: after the answer no posting is claimed. Postings that are claimed already end normally. A repeated call changes nothing, another sentence replaces the first one.',
  body: closed({
    sentence: nullable(notBlank('What users are told', MAX_PAUSE_SENTENCE_LENGTH), 'Null ends the pause'),
  }),
  changes: ['AdminStats'],
});

export const AuditEvent = object('Something an admin did; never changed, never removed', {
  id: uuid('Id of the event'),
  act: word(AUDIT_EVENT_NAMES, 'What was done'),
  admin_telegram_id: nullable(text(''), 'Who did it; null where a setting or a command did'),
  admin_name: text("Their name, else their username; 'Product settings' where a setting or a command did it"),
  target_telegram_id: nullable(text(''), 'The user who was changed; null for an export'),
  target_name: text('Their name, else their username; empty for an export'),
  summary: text('The details as a sentence; empty where the act says it all'),
  at: dateTime('When'),
});
export type AuditEvent = Static<typeof AuditEvent>;

const selection = {
  actor: Type.Optional(text("Part of the admin's Telegram id, @username or full name", MAX_SEARCH_LENGTH)),
  target: Type.Optional(text("Part of the changed user's Telegram id, @username or full name", MAX_SEARCH_LENGTH)),
  user_id: Type.Optional(text('Only events about the user with this Telegram id, also about many users', 32)),
  is_change: Type.Optional(
    Type.Literal(true, { description: 'Only what changed something of a user, not who has only looked' }),
  ),
  act: Type.Optional(word(AUDIT_EVENT_NAMES, 'Only this')),
  from: Type.Optional(dateTime('Not before this time')),
  before: Type.Optional(dateTime('Before this time')),
  sort_order: sortOrder,
};

export const listAuditEvents = defineEndpoint({
  path: '/admin/audit',
  access: 'admin',
  isSearch: true,
  doc: 'What admins did, to whom and when.',
  query: closed({ ...paging(AUDIT_PAGE_SIZE), ...selection }),
  response: closed({
    events: list(AuditEvent, 'Events; none on a page after the last'),
    total: count('All events that match'),
  }),
});

export const ExportAuditEventsBody = closed({ ...selection, ...exportTimeZone });
export type ExportAuditEventsBody = Static<typeof ExportAuditEventsBody>;
