import { type Static, Type } from '@sinclair/typebox';
import { defineEndpoint } from './endpoint.ts';
import { closed, count, dateTime, list, object, text, word } from './schema.ts';
import { FAILURE_GROUPS_SHOWN, FAILURE_RANGES, FAILURES_BY } from './values/admin.ts';

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
