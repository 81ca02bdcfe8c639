import { type Static, Type } from '@sinclair/typebox';
import { defineEndpoint } from './endpoint.ts';
import { closed, count, dateTime, list, nullable, object, text, word } from './schema.ts';
import {
  ADJUSTMENT_TYPES,
  MAX_CREDIT_BATCH_LENGTH,
  MAX_CREDIT_BATCH_ROWS,
  REFUSED_ROWS_SHOWN,
} from './values/credits.ts';

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
