import { SPENDING_DAYS, SPENDING_SHOWN } from '@flyerdeck/contracts';
import { statement } from '../database/statement.ts';

export type SpendingRow = {
  key: string;
  name: string;
  fees: number;
  credits: number;
  all_credits: number;
  all_rows: number;
};

type Values = [ownerId: string, timeZone: string];

/** Since midnight some days ago in the time zone $2, with what was given back. */
const FEES = `fee AS MATERIALIZED (
  SELECT created_at, -amount AS credits, -sign(amount)::int AS fees, page_guid, posting_id FROM credit_transactions
  WHERE user_id = $1 AND posting_id IS NOT NULL
    AND created_at >= (date_trunc('day', now() AT TIME ZONE $2) - interval '${SPENDING_DAYS - 1} days') AT TIME ZONE $2
)`;
const ALL = `(sum(sum(credits)) OVER ())::int AS all_credits, (count(*) OVER ())::int AS all_rows`;

export const sumByDay = statement<SpendingRow, Values>(
  `WITH ${FEES}
   SELECT to_char(created_at AT TIME ZONE $2, 'YYYY-MM-DD') AS key, '' AS name, sum(fees)::int AS fees, sum(credits)::int AS credits, ${ALL}
   FROM fee GROUP BY 1 ORDER BY 1 DESC LIMIT ${SPENDING_SHOWN}`,
);

export const sumByPage = statement<SpendingRow, Values>(
  `WITH ${FEES}
   SELECT coalesce(g.guid::text, '') AS key, coalesce(nullif(g.name, ''), g.username, '') AS name,
     sum(fees)::int AS fees, sum(credits)::int AS credits, ${ALL}
   FROM fee LEFT JOIN pages g ON g.guid = fee.page_guid
   GROUP BY g.guid ORDER BY credits DESC, 2, 1 LIMIT ${SPENDING_SHOWN}`,
);

export const sumByAssistant = statement<SpendingRow, Values>(
  `WITH ${FEES}
   SELECT a.id::text AS key, a.name, sum(fees)::int AS fees, sum(credits)::int AS credits, ${ALL}
   FROM fee JOIN page_postings p ON p.id = fee.posting_id JOIN assistants a ON a.id = p.assistant_id
   GROUP BY a.id ORDER BY credits DESC, a.name, 1 LIMIT ${SPENDING_SHOWN}`,
);
