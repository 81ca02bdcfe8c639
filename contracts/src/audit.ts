import { type Static, Type } from '@sinclair/typebox';
import { defineEndpoint } from './endpoint.ts';
import {
  closed,
  count,
  dateTime,
  exportTimeZone,
  list,
  nullable,
  object,
  paging,
  sortOrder,
  text,
  uuid,
  word,
} from './schema.ts';
import { AUDIT_EVENT_NAMES, AUDIT_PAGE_SIZE } from './values/audit.ts';
import { MAX_SEARCH_LENGTH } from './values/endpoint.ts';

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
