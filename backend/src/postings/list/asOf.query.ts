import type { Cursor } from './cursor.ts';
import { KEY_COLUMNS } from './orders.ts';
import type { Parameters } from './parameters.ts';

/** No transaction that changes postings takes longer. `updated_at` is the time at which its transaction began. */
const LONGEST_TRANSACTION = `interval '1 minute'`;

/** Postgres stores the last 32 bits of a transaction id with each version of a row. */
const lastBits = (xid: string) => String(BigInt(xid) % 4_294_967_296n);

/**
 * The CTE `changed`: the postings of the list that were changed after the first page of a walk, with the keys that they had
 * then. What changes a key also writes a transition, so the transitions since then are taken back: the first one's status, the
 * time of the last one before, and the durations without theirs. Other postings have their keys unchanged.
 */
export function changedCte(cursor: Cursor, archived: string, conditions: string, parameters: Parameters): string {
  const since = `${parameters.add(cursor.at)}::timestamptz - ${LONGEST_TRANSACTION}`;
  const nextXid = parameters.add(cursor.nextXid);
  const running = parameters.add(cursor.running.map(lastBits));
  // Written by a transaction that began after the first page's statement, or was running then.
  const isAfter = (row: string) =>
    `(((${row}.xmin::text::bigint - ${nextXid}::bigint) & 4294967295) < 2147483648 OR ${row}.xmin::text = ANY (${running}::text[]))`;
  const stayed = (status: string) =>
    `coalesce(sum(x.duration_ms) FILTER (WHERE x.is_after AND x.from_status = '${status}'), 0) AS ${status}_ms`;
  return `changed AS MATERIALIZED (
    SELECT ${KEY_COLUMNS} FROM (
      SELECT p.id, p.created_at, coalesce(u.status, p.status) AS status,
        CASE WHEN u.status IS NULL THEN p.updated_at ELSE coalesce(u.before, p.created_at) END AS updated_at,
        p.pending_ms - u.pending_ms AS pending_ms, p.posting_ms - u.posting_ms AS posting_ms,
        p.posted_ms - u.posted_ms AS posted_ms, p.failed_ms - u.failed_ms AS failed_ms,
        CASE WHEN u.status IS NULL THEN p.total_ms
          ELSE greatest(0, round(extract(epoch FROM coalesce(u.before, p.created_at) - p.created_at) * 1000))::bigint
        END AS total_ms,
        p.retry_count - u.requeued AS retry_count
      FROM (
        SELECT * FROM page_postings
        WHERE archived = ${archived} AND status IN ('pending', 'posting', 'posted', 'completed', 'failed')
          AND updated_at > ${since} AND ${isAfter('page_postings')} ${conditions}
      ) p
      CROSS JOIN LATERAL (
        SELECT (array_agg(x.from_status ORDER BY x.id) FILTER (WHERE x.is_after))[1] AS status,
          max(x.at) FILTER (WHERE NOT x.is_after) AS before,
          count(*) FILTER (WHERE x.is_after AND x.to_status = 'pending') AS requeued,
          ${stayed('pending')}, ${stayed('posting')}, ${stayed('posted')}, ${stayed('failed')}
        FROM (
          SELECT t.*, t.at > ${since} AND ${isAfter('t')} AS is_after FROM posting_transitions t WHERE t.posting_id = p.id
        ) x
      ) u
    ) restored
  )`;
}
