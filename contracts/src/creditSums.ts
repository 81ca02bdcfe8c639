import { type Static, Type } from '@sinclair/typebox';
import { defineEndpoint } from './endpoint.ts';
import { closed, count, dateTime, nullable, object, text, word } from './schema.ts';
import { CREDIT_OUTLOOK_DAYS, SPENDING_BY, SPENDING_DAYS, SPENDING_SHOWN } from './values/credits.ts';

const timeZone = text('IANA time zone in which days begin', 64);
const signedCredits = (description: string) => Type.Integer({ description });

export const SpendingSum = object('What one day, page or assistant has cost', {
  key: text('The day, or the id of the page or assistant; empty for what has none'),
  name: text('Name of the page or assistant, may be empty'),
  fees: signedCredits('Fees, less those that were given back'),
  credits: signedCredits('Credits of these fees'),
});
export type SpendingSum = Static<typeof SpendingSum>;

export const listSpending = defineEndpoint({
  path: '/credits/spending',
  access: 'user',
  rateLimit: 'heavy',
  doc: `The user's posting fees of the last ${SPENDING_DAYS} days, summed up by day, page or assistant.`,
  query: closed({ by: word(SPENDING_BY, 'What one sum is for'), time_zone: timeZone }),
  response: closed({
    sums: Type.Array(SpendingSum, {
      maxItems: SPENDING_SHOWN,
      description: 'Days are newest first, the others most expensive first',
    }),
    credits: signedCredits('Credits of all fees'),
    left_out: count('Pages or assistants that are not listed'),
  }),
  errors: { 422: ['credits.unknown_time_zone'] },
});

export const CreditOutlook = closed({
  credits_balance: count('Current balance in credits'),
  credits: count('Credits that all days will cost'),
  days: Type.Array(closed({ day: text('The day'), credits: count('Credits that it will cost') }), {
    maxItems: CREDIT_OUTLOOK_DAYS,
    description: 'Today and the days after it',
  }),
  ends_at: nullable(dateTime(''), 'When the balance no longer suffices for a fee; null if it lasts'),
  after: nullable(dateTime(''), 'Pages have postings after this time that are not planned yet; null: all are planned'),
});
export type CreditOutlook = Static<typeof CreditOutlook>;

export const getCreditOutlook = defineEndpoint({
  path: '/credits/outlook',
  access: 'user',
  rateLimit: 'heavy',
  isSearch: true,
  doc: `What the next ${CREDIT_OUTLOOK_DAYS} days will cost by the plan of the queue, which has the pages that are online, and by repeats.`,
  query: closed({ time_zone: timeZone }),
  response: CreditOutlook,
  errors: { 422: ['credits.unknown_time_zone'] },
});
