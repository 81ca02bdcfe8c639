import { statement } from '../database/statement.ts';
import type { Failure } from '../postings/retryPostings.query.ts';

type Try = [ownerId: string, postingId: string, attempt: number];

export const findDoubt = statement<{ task_id: string }, Try>(
  `SELECT task_id FROM page_postings
   WHERE owner_id = $1 AND id = $2 AND posting_visits = $3 AND status = 'failed' AND error_code = 'unconfirmed'`,
);

export const findLimitedPage = statement<{ guid: string }, [ownerId: string, guid: string]>(
  `SELECT guid FROM pages
   WHERE owner_id = $1 AND guid = $2 AND unlinked_at IS NULL AND refusal_kind = 'rate_limited' AND paused_until > now()`,
);

/** No row if the assistant has changed since the finish with this sum of transitions (deliverScreenshots.ts). */
export const listFailuresOfFinish = statement<Failure, [ownerId: string, assistantId: string, transitions: number]>(
  `WITH posting AS MATERIALIZED (
     SELECT p.* FROM tasks t JOIN page_postings p ON p.task_id = t.id WHERE t.owner_id = $1 AND t.assistant_id = $2
   )
   SELECT id, owner_id, transitions_count FROM posting
   WHERE status = 'failed' AND error_code IS DISTINCT FROM 'unconfirmed'
     AND (SELECT sum(transitions_count) FROM posting) = $3`,
);
