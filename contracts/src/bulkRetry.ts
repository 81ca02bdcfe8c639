import { type Static, Type } from '@sinclair/typebox';
import { defineEndpoint } from './endpoint.ts';
import { postingsFilter } from './postings.ts';
import { closed, count, list, object, text, uuid } from './schema.ts';
import { BULK_RETRY_ERRORS_SHOWN, BULK_RETRY_OWNERS_SHOWN, MAX_BULK_RETRY } from './values/bulkRetry.ts';
import { MAX_NAMED_ROWS } from './values/userBatches.ts';

/** The filters of the list that a bulk retry has too. It never takes postings of archived tasks. */
const { stuck, stuck_minutes, archived, status, ...filter } = postingsFilter;

export const Failures = closed({
  errors: Type.Array(
    object('One error', {
      error: text('Why they failed'),
      postings: count('Failed postings with this error'),
      owners: count('Users whose postings they are'),
    }),
    {
      description: 'The most frequent errors first; unconfirmed ones are not among them',
      maxItems: BULK_RETRY_ERRORS_SHOWN,
    },
  ),
});
export type Failures = Static<typeof Failures>;

export const listFailures = defineEndpoint({
  path: '/page-postings/failures',
  access: 'admin',
  isSearch: true,
  doc: 'The errors of the failed postings that match, with their numbers.',
  query: closed(filter),
  response: Failures,
});

const BulkRetryBody = closed({
  ...filter,
  error: Type.Optional(text('Only those that failed with exactly this error', 5_000)),
  posting_ids: Type.Optional(
    Type.Array(uuid(''), { minItems: 1, maxItems: MAX_NAMED_ROWS, description: 'Only these postings' }),
  ),
  most: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_BULK_RETRY,
      description: 'Only so many, the oldest, to see whether they succeed',
    }),
  ),
});

export const BulkRetryPreview = closed({
  fingerprint: text('Identifies these postings and their state'),
  postings: count('How many would be retried now'),
  owners: count('Users whose postings they are'),
  listed_owners: list(
    object('One user', {
      telegram_id: text('Telegram id'),
      username: text('Username'),
      first_name: text('First name'),
      last_name: text('Last name'),
      postings: count('How many of theirs'),
      credits: count('Fees that these take at most: of their pages that are not paid now'),
    }),
    `The ${BULK_RETRY_OWNERS_SHOWN} users with the most of them`,
  ),
  credits: count('Fees of all of them'),
  unconfirmed: count('Left out, because the post may be live'),
  unlinked: count('Left out, because the page is no longer linked'),
  later: count(`For further retries: one takes the oldest ${MAX_BULK_RETRY}, or \`most\``),
});
export type BulkRetryPreview = Static<typeof BulkRetryPreview>;

export const previewBulkRetry = defineEndpoint({
  method: 'POST',
  path: '/page-postings/bulk-retry/preview',
  access: 'admin',
  isSearch: true,
  doc: 'Says which failed postings a bulk retry would put back in the queue. Changes nothing.',
  body: BulkRetryBody,
  response: BulkRetryPreview,
});

export const runBulkRetry = defineEndpoint({
  method: 'POST',
  path: '/page-postings/bulk-retry',
  access: 'admin',
  doc: "Puts exactly the previewed postings back in the queue. If they have changed, it changes nothing and answers 409 with the new preview in 'details'.",
  body: closed({ ...BulkRetryBody.properties, fingerprint: text('Of the preview', 64) }),
  changes: ['DetailedPosting/LIST'],
  // The postings have changed.
  refetchOnFailure: ['DetailedPosting/LIST'],
  response: closed({ message: text('What was done'), retried: count('How many') }),
  errors: { 409: ['bulk_retry.changed'], 422: ['posting.too_many_pending'] },
});
