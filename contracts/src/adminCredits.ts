import { type Static, Type } from '@sinclair/typebox';
import { Booking, CreditTransaction, CreditUser } from './credits.ts';
import { DownloadTicket, exportTimeZone } from './downloads.ts';
import { defineEndpoint } from './endpoint.ts';
import { closed, count, dateTime, list, nullable, object, paging, telegramId, text, uuid, word } from './schema.ts';
import { BOOKING_TAGS } from './values/cacheTags.ts';
import {
  ADJUSTMENT_TYPES,
  LEDGER_PAGE_SIZE,
  MAX_CREDIT_BATCH_LENGTH,
  MAX_CREDIT_BATCH_ROWS,
  REFUSED_ROWS_SHOWN,
  TRANSACTION_TYPES,
} from './values/credits.ts';

const CreditUserParams = closed({ telegramId });

export const getCreditUser = defineEndpoint({
  path: '/credits/admin/users-credits/:telegramId',
  access: 'admin',
  doc: 'The credits of one user.',
  params: CreditUserParams,
  response: CreditUser,
  errors: { 404: ['user.not_found'] },
});

export const LedgerEntry = object('An entry of the ledger, for admins', {
  ...CreditTransaction.properties,
  balance_after: count('Balance after this entry'),
  admin_telegram_id: nullable(text(''), 'The admin who booked it; null when no admin did'),
  admin_name: text('Name of the admin, else their username; empty when no admin booked it'),
});
export type LedgerEntry = Static<typeof LedgerEntry>;

/** Filters of a ledger. A filter that is left out does not restrict the list. */
const ledgerFilter = {
  transaction_type: Type.Optional(word(TRANSACTION_TYPES, 'Only entries of this kind')),
  page_guid: Type.Optional(uuid('Only fees and refunds of this page')),
};

export const listUserLedger = defineEndpoint({
  path: '/credits/admin/users-credits/:telegramId/ledger',
  access: 'admin',
  doc: "A user's ledger, newest first, in pages.",
  params: CreditUserParams,
  query: closed({ ...paging(LEDGER_PAGE_SIZE, 100), ...ledgerFilter }),
  response: closed({
    entries: list(LedgerEntry, 'Entries; none on a page after the last'),
    total: count('All entries that match'),
  }),
  errors: { 404: ['user.not_found'] },
});

export const ExportUserLedgerBody = closed({ user_id: telegramId, ...ledgerFilter, ...exportTimeZone });
export type ExportUserLedgerBody = Static<typeof ExportUserLedgerBody>;

export const exportUserLedger = defineEndpoint({
  method: 'POST',
  path: '/credits/admin/ledger/export',
  access: 'admin',
  doc: "Prepares a CSV file of the entries of a user's ledger that match.",
  body: ExportUserLedgerBody,
  rateLimit: 'export',
  status: 201,
  response: DownloadTicket,
});

export const BookPurchaseBody = closed({
  user_id: telegramId,
  package_id: Type.String({ minLength: 1, maxLength: 64, description: 'Id of the package that was sold' }),
});
export type BookPurchaseBody = Static<typeof BookPurchaseBody>;

export const bookPurchase = defineEndpoint({
  method: 'POST',
  path: '/credits/admin/purchases',
  access: 'admin',
  doc: 'Books a package that was sold through support; an Idempotency-Key header makes a repeat harmless.',
  body: BookPurchaseBody,
  takesIdempotencyKey: true,
  rateLimit: 'money',
  changes: BOOKING_TAGS,
  response: Booking,
  errors: {
    404: ['user.not_found', 'credits.package_not_found'],
    409: ['credits.idempotency_key_reused'],
    422: ['credits.too_many'],
  },
});

export const ReversePurchaseBody = closed({
  user_id: telegramId,
  transaction_id: uuid('The purchase that was booked by mistake'),
});
export type ReversePurchaseBody = Static<typeof ReversePurchaseBody>;

export const reversePurchase = defineEndpoint({
  method: 'POST',
  path: '/credits/admin/purchases/reverse',
  access: 'admin',
  doc: 'Takes back all credits of a purchase by a counter-entry, once; a repeat answers with the same entry.',
  body: ReversePurchaseBody,
  rateLimit: 'money',
  changes: BOOKING_TAGS,
  response: Booking,
  errors: {
    404: ['user.not_found', 'credits.purchase_not_found'],
    422: ['credits.below_zero'],
  },
});

export const CreditBatchBody = closed({
  csv: Type.String({
    maxLength: MAX_CREDIT_BATCH_LENGTH,
    description: `A CSV file with the columns telegram_id, amount and, if wanted, description; at most ${MAX_CREDIT_BATCH_ROWS} rows`,
  }),
  transaction_type: word(ADJUSTMENT_TYPES, 'What kind the adjustments are'),
});
export type CreditBatchBody = Static<typeof CreditBatchBody>;

export const CreditBatchPreview = object('What booking a file would do', {
  rows_count: count('Rows of the file'),
  credits: Type.Integer({ description: 'Sum of the amounts' }),
  refused_count: count('Rows that would be refused. The file is booked only without any'),
  refused: list(
    closed({ line: count('Line of the file'), reason: text('Why, for people') }),
    `The first of them, ${REFUSED_ROWS_SHOWN} at most`,
  ),
  booked_before: nullable(
    closed({ at: dateTime('When'), admin_name: text('By whom') }),
    'The same rows were booked already: booking them again changes nothing',
  ),
});
export type CreditBatchPreview = Static<typeof CreditBatchPreview>;

const batch = {
  method: 'POST',
  access: 'admin',
  body: CreditBatchBody,
  maxBodyBytes: 3 * MAX_CREDIT_BATCH_LENGTH + 1_000,
  rateLimit: 'money',
} as const;

export const previewCreditBatch = defineEndpoint({
  ...batch,
  path: '/credits/admin/batches/preview',
  doc: 'A dry run of a file of adjustments: names every row that would be refused.',
  response: CreditBatchPreview,
  errors: { 422: ['credits.batch_unreadable'] },
});

export const bookCreditBatch = defineEndpoint({
  ...batch,
  path: '/credits/admin/batches',
  doc: 'Books all adjustments of a file, or none. The same rows are booked once, also by different admins.',
  changes: ['CreditUser', 'Transaction/LIST', 'Balance', 'AdminStats', 'AdminAct'],
  response: closed({
    message: text('What happened, for people'),
    rows_count: count('Rows that were booked, now or before'),
    credits: Type.Integer({ description: 'Sum of their amounts' }),
  }),
  errors: { 422: ['credits.batch_unreadable', 'credits.batch_refused'] },
});
