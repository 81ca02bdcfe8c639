import { type Static, Type } from '@sinclair/typebox';
import { defineEndpoint } from './endpoint.ts';
import { closed, count, dateTime, list, nullable, object, text, word } from './schema.ts';
import { UserSelection } from './userBatches.ts';
import {
  ADJUSTMENT_TYPES,
  MAX_ADJUSTMENT_CREDITS,
  MAX_ADJUSTMENT_DESCRIPTION_LENGTH,
  MAX_CREDIT_BATCH_LENGTH,
  MAX_CREDIT_BATCH_ROWS,
  REFUSED_ROWS_SHOWN,
} from './values/credits.ts';

const transaction_type = word(ADJUSTMENT_TYPES, 'What kind the adjustments are');
const FileBody = closed({
  csv: Type.String({
    maxLength: MAX_CREDIT_BATCH_LENGTH,
    description: `A CSV file with the columns telegram_id, amount and, if wanted, description; at most ${MAX_CREDIT_BATCH_ROWS} rows`,
  }),
  transaction_type,
});
const UsersBody = closed({
  users: UserSelection,
  amount: Type.Integer({
    minimum: -MAX_ADJUSTMENT_CREDITS,
    maximum: MAX_ADJUSTMENT_CREDITS,
    not: { const: 0 },
    description: 'The same for each user, signed',
  }),
  description: Type.String({
    minLength: 1,
    maxLength: MAX_ADJUSTMENT_DESCRIPTION_LENGTH,
    description: 'What each ledger entry says',
  }),
  transaction_type,
});
const CreditBatchBody = Type.Union([FileBody, UsersBody], { description: 'A file, or one amount for many users' });
export type CreditBatchBody = Static<typeof CreditBatchBody>;
const BookedBatchBody = Type.Union(
  [FileBody, closed({ ...UsersBody.properties, fingerprint: text('Of the preview', 64) })],
  CreditBatchBody,
);

export const CreditBatchPreview = object('What booking a batch would do', {
  fingerprint: text('Identifies its rows'),
  rows_count: count('Rows of the file, or users'),
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
  maxBodyBytes: 3 * MAX_CREDIT_BATCH_LENGTH + 1_000,
  rateLimit: 'money',
} as const;

export const previewCreditBatch = defineEndpoint({
  ...batch,
  path: '/credits/admin/batches/preview',
  doc: 'A dry run of adjustments: names every row that would be refused.',
  body: CreditBatchBody,
  response: CreditBatchPreview,
  errors: { 422: ['credits.batch_unreadable'] },
});

export const bookCreditBatch = defineEndpoint({
  ...batch,
  path: '/credits/admin/batches',
  doc: 'Books all adjustments of a batch, or none. The same rows are booked once, also by different admins.',
  body: BookedBatchBody,
  changes: ['CreditUser', 'Transaction/LIST', 'Balance', 'AdminStats', 'AdminAct'],
  response: closed({
    message: text('What happened, for people'),
    rows_count: count('Rows that were booked, now or before'),
    credits: Type.Integer({ description: 'Sum of their amounts' }),
  }),
  errors: { 409: ['credits.batch_changed'], 422: ['credits.batch_unreadable', 'credits.batch_refused'] },
});
