import { type Static, Type } from '@sinclair/typebox';
import { defineEndpoint } from './endpoint.ts';
import { Page, PageParams } from './pages.ts';
import { closed, count, dateTime, flag, nullable, object, text, uuid, word } from './schema.ts';
import { sitePackVersion } from './sitePacks.ts';
import { PAGE_EVENT_KINDS, PAGE_EVENTS_SHOWN } from './values/admin.ts';
import { POSTING_STATUSES } from './values/postings.ts';
import { WAIT_REASONS } from './values/queue.ts';

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
