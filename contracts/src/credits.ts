import { type Static, Type } from '@sinclair/typebox';
import { BOOKING_TAGS } from './cacheTags.values.ts';
import {
  ADJUSTMENT_TYPES,
  CREDIT_OUTLOOK_DAYS,
  CREDIT_PACKAGES,
  LEDGER_PAGE_SIZE,
  MAX_ADJUSTMENT_CREDITS,
  MAX_ADJUSTMENT_DESCRIPTION_LENGTH,
  SPENDING_BY,
  SPENDING_DAYS,
  SPENDING_SHOWN,
  TRANSACTION_TYPES,
} from './credits.values.ts';
import { defineEndpoint } from './endpoint.ts';
import { MAX_SEARCH_LENGTH } from './endpoint.values.ts';
import {
  closed,
  count,
  dateTime,
  exportTimeZone,
  filled,
  flag,
  list,
  nullable,
  object,
  person,
  telegramId,
  text,
  uuid,
  word,
} from './schema.ts';

export const CreditPackage = object('Credits for sale', {
  id: text('Id of the package'),
  name: text('Name'),
  price_usd: Type.Number({ minimum: 0, description: 'Price in US dollars' }),
  total_credits: count('Credits it gives, the bonus included'),
  bonus_credits: count('Bonus within that'),
  stars: Type.Optional(count('Price in Telegram Stars; absent where they are not accepted')),
});
export type CreditPackage = Static<typeof CreditPackage>;

export const CreditBalance = closed({
  credits_balance: count('Current balance in credits'),
  total_credits_purchased: count('Credits bought so far'),
  total_credits_spent: count('Credits spent on posting so far, less refunds'),
});
export type CreditBalance = Static<typeof CreditBalance>;

export const CreditTransaction = object('One line of the ledger', {
  id: uuid('Id of the transaction'),
  transaction_type: word(TRANSACTION_TYPES, 'What kind it is'),
  description: text('For people'),
  amount: Type.Integer({ description: 'Credits, signed' }),
  page_guid: Type.Optional(uuid('The page paid for')),
  page_name: Type.Optional(text('Its name, else its username')),
  posting: Type.Optional(
    object('The posting for which the fee was taken', {
      id: uuid('Id'),
      task_id: uuid('Its flyer'),
      flyer: text("The beginning of the flyer's text"),
    }),
  ),
  refund_of: Type.Optional(
    object('The fee that was given back, or the purchase that was reversed', {
      id: uuid('Id'),
      created_at: dateTime('When it was booked'),
    }),
  ),
  refunded_at: Type.Optional(dateTime('When the fee was given back, or the purchase reversed')),
  created_at: dateTime('When'),
});
export type CreditTransaction = Static<typeof CreditTransaction>;

export const listPackages = defineEndpoint({
  path: '/credits/packages',
  access: 'public',
  doc: 'Packages for sale, smallest first, and the support contact that sells them.',
  response: closed({
    packages: list(CreditPackage, 'Packages; the third is the most popular', {
      maxItems: CREDIT_PACKAGES.length,
    }),
    support_telegram: nullable(text(''), 'Telegram name of the support person'),
  }),
});

export const createStarsInvoice = defineEndpoint({
  method: 'POST',
  path: '/credits/stars-invoice',
  doc: 'An invoice of Telegram over a package, which only the user can pay. The credits are booked when Telegram confirms the payment.',
  body: closed({ package_id: filled('Id of the package', 64) }),
  rateLimit: 'money',
  response: closed({ invoice_url: text('Address of the invoice') }),
  errors: { 404: ['credits.package_not_found'], 409: ['stars.off', 'stars.refused'] },
});

export const getBalance = defineEndpoint({
  path: '/credits/balance',
  doc: "The user's credits.",
  response: CreditBalance,
});

export const listTransactions = defineEndpoint({
  path: '/credits/transactions',
  doc: "The user's ledger, newest first.",
  query: closed({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'At most this many' })),
  }),
  response: closed({ transactions: list(CreditTransaction, 'Transactions') }),
});

export const userCredits = { ...CreditBalance.properties, last_login: nullable(dateTime(''), 'Last sign-in') };

export const CreditUser = object('A user with credits, for admins', {
  ...person,
  ...userCredits,
});
export type CreditUser = Static<typeof CreditUser>;

export const listCreditUsers = defineEndpoint({
  path: '/credits/admin/users-credits',
  access: 'admin',
  isSearch: true,
  doc: 'All users with their credits.',
  response: list(CreditUser, 'Users, highest balance first'),
});

/** A filter that is left out does not restrict the list. */
export const ExportCreditUsersBody = closed({
  search: Type.Optional(
    text('Part of Telegram id, username, first name or last name, whatever its case', MAX_SEARCH_LENGTH),
  ),
  user_id: Type.Optional(text('Only the user with this Telegram id', 32)),
  ...exportTimeZone,
});
export type ExportCreditUsersBody = Static<typeof ExportCreditUsersBody>;

export const AdjustCreditsBody = closed({
  user_id: telegramId,
  amount: Type.Integer({
    minimum: -MAX_ADJUSTMENT_CREDITS,
    maximum: MAX_ADJUSTMENT_CREDITS,
    not: { const: 0 },
    description: 'Credits to add, or to take where negative; not zero',
  }),
  transaction_type: word(ADJUSTMENT_TYPES, 'What kind it is'),
  description: text('For people', MAX_ADJUSTMENT_DESCRIPTION_LENGTH),
});
export type AdjustCreditsBody = Static<typeof AdjustCreditsBody>;

export const Booking = closed({
  message: text('What happened, for people'),
  credits_balance: count('New balance'),
  transaction: CreditTransaction,
});
export type Booking = Static<typeof Booking>;

export const adjustCredits = defineEndpoint({
  method: 'POST',
  path: '/credits/admin/adjust-credits',
  access: 'admin',
  doc: "Adds to or takes from a user's credits; an Idempotency-Key header makes a repeat harmless.",
  body: AdjustCreditsBody,
  takesIdempotencyKey: true,
  rateLimit: 'money',
  changes: BOOKING_TAGS,
  response: Booking,
  errors: {
    404: ['user.not_found'],
    409: ['credits.idempotency_key_reused'],
    422: ['credits.below_zero', 'credits.too_many'],
  },
});

const timeZone = text('IANA time zone in which days begin', 64);
const day = Type.Optional(text('Only the fees of this day, as 2026-11-23', 10));
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
  rateLimit: 'heavy',
  doc: `The user's posting fees of the last ${SPENDING_DAYS} days, summed up by day, page or assistant.`,
  query: closed({ by: word(SPENDING_BY, 'What one sum is for'), time_zone: timeZone, day }),
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

export const listEntries = defineEndpoint({
  path: '/credits/entries',
  rateLimit: 'heavy',
  doc: `A part of the user's ledger, newest first: what is older than an entry, or the posting fees of the last ${SPENDING_DAYS} days of one day, page or assistant.`,
  query: closed({
    before: Type.Optional(uuid('Only older entries than this one')),
    time_zone: timeZone,
    day,
    page_guid: Type.Optional(uuid('Only the fees of this page')),
    assistant_id: Type.Optional(uuid('Only the fees of this assistant')),
  }),
  response: closed({
    transactions: Type.Array(CreditTransaction, { maxItems: LEDGER_PAGE_SIZE, description: 'Transactions' }),
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
  offline_pages: count('Pages with postings that are not included, because the pages are offline or cannot post'),
  waits_for_credits: flag('Assistants are paused for lack of credits; their postings are not included'),
  after: nullable(dateTime(''), 'Pages have postings after this time that are not planned yet; null: all are planned'),
});
export type CreditOutlook = Static<typeof CreditOutlook>;

export const getCreditOutlook = defineEndpoint({
  path: '/credits/outlook',
  rateLimit: 'heavy',
  isSearch: true,
  doc: `What the next ${CREDIT_OUTLOOK_DAYS} days will cost by the plan of the queue, which has the pages that are online, and by repeats.`,
  query: closed({ time_zone: timeZone }),
  response: CreditOutlook,
  errors: { 422: ['credits.unknown_time_zone'] },
});
