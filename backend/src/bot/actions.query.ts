import { statement } from '../database/statement.ts';

type Try = [ownerId: string, postingId: string, attempt: number];

export const confirmLive = statement<{ confirmed: boolean }, Try>('SELECT confirm_live($1, $2, $3) AS confirmed');

/** The task of a posting whose try is in doubt. */
export const findDoubt = statement<{ task_id: string }, Try>(
  `SELECT task_id FROM page_postings
   WHERE owner_id = $1 AND id = $2 AND posting_visits = $3 AND status = 'failed' AND error_code = 'unconfirmed'`,
);

/** The page whose posts the site limits. */
export const findLimitedPage = statement<{ guid: string }, [ownerId: string, guid: string]>(
  `SELECT guid FROM pages
   WHERE owner_id = $1 AND guid = $2 AND unlinked_at IS NULL AND refusal_kind = 'rate_limited' AND paused_until > now()`,
);
