import { PAGE_ACTIVE_MINUTES } from '@flyerdeck/contracts';
import { sql, statement } from '../../database/statement.ts';

export type ConnectedPageRow = { device_id: string; page_guid: string; owner_id: string; runner_id: string | null };

/** No row for an unknown secret, a device without a page, and a deactivated owner. */
export const findConnectedPage = statement<ConnectedPageRow, [secretHash: Buffer]>(
  `SELECT d.id AS device_id, p.guid AS page_guid, p.owner_id, p.runner_id
   FROM devices d JOIN pages p ON p.guid = d.page_guid JOIN users u ON u.id = p.owner_id
   WHERE d.secret_hash = $1 AND d.voided_at IS NULL AND p.unlinked_at IS NULL AND u.is_active`,
);

/** More often than PAGE_ACTIVE_MINUTES. */
export const MARK_EVERY_SECONDS = 60;
if (MARK_EVERY_SECONDS * 2 >= PAGE_ACTIVE_MINUTES * 60) throw new Error('Connected pages would become inactive.');

/** The devices that may stay connected. Locked pages are skipped. Arrays, because for joins Postgres would read the whole table. */
export const markConnectedPages = statement<{ device_id: string; has_work: boolean }, [deviceIds: readonly string[]]>(
  `WITH linked AS MATERIALIZED (
     SELECT id, page_guid FROM devices WHERE id = ANY ($1::uuid[]) AND voided_at IS NULL AND page_guid IS NOT NULL
       AND (SELECT u.is_active FROM pages p JOIN users u ON u.id = p.owner_id WHERE p.guid = page_guid)
   ),
   free AS MATERIALIZED (
     SELECT p.guid, p AS page FROM pages p
     WHERE p.guid = ANY (ARRAY(SELECT page_guid FROM linked)) AND p.unlinked_at IS NULL
     ORDER BY p.guid FOR NO KEY UPDATE SKIP LOCKED
   ),
   marked AS (UPDATE pages p SET last_polled_at = now() WHERE p.guid = ANY (ARRAY(SELECT guid FROM free)))
   SELECT d.id AS device_id, c.guid IS NOT NULL AND (wait.reason IS NULL OR should_fetch_pack(c.page)) AS has_work
   FROM linked d LEFT JOIN free c ON c.guid = d.page_guid
   LEFT JOIN LATERAL page_wait(c.page, NULL, true) wait ON c.guid IS NOT NULL`,
);

export type ConnectedRunnerRow = { runner_id: string; owner_id: string };

/** No row for an unknown secret, an ended runner, and without an active owner. */
export const findConnectedRunner = sql<ConnectedRunnerRow, [secretHash: Buffer]>(
  `SELECT r.id AS runner_id, r.owner_id FROM runners r JOIN users u ON u.id = r.owner_id
   WHERE r.secret_hash = $1 AND r.ended_at IS NULL AND u.is_active`,
);

const LIVING = `p.runner_id = ANY ($1::uuid[]) AND p.unlinked_at IS NULL
  AND EXISTS (SELECT FROM devices d WHERE d.page_guid = p.guid AND d.voided_at IS NULL)`;

/** Also pages whose browsers are asleep, except locked ones. Returns the runners that may stay connected. */
export const markRunners = statement<{ runner_id: string }, [runnerIds: readonly string[]]>(
  `WITH free AS MATERIALIZED (
     SELECT p.guid FROM pages p WHERE ${LIVING} ORDER BY p.guid FOR NO KEY UPDATE SKIP LOCKED
   ),
   marked AS (UPDATE pages p SET last_polled_at = now() WHERE p.guid = ANY (ARRAY(SELECT guid FROM free)))
   UPDATE runners r SET last_contact_at = now() FROM users u
   WHERE r.id = ANY ($1::uuid[]) AND r.ended_at IS NULL AND u.id = r.owner_id AND u.is_active
   RETURNING r.id AS runner_id`,
);

type RunnerWorkRow = { runner_id: string; page_guid: string; wait_ms: number };

/** `wait_ms`: until a posting can be claimed, or until the page's claim ends. Null for all `owners` or `pages`. */
export const findRunnerWork = statement<
  RunnerWorkRow,
  [runnerIds: readonly string[], owners: readonly string[] | null, pages: readonly string[] | null, withinMs: number]
>(
  `SELECT w.runner_id, w.guid AS page_guid, greatest(0, ceil(1000 * extract(epoch FROM w.at - now())))::int AS wait_ms
   FROM (
     SELECT p.runner_id, p.guid, CASE
         WHEN should_fetch_pack(p) THEN now()
         WHEN wait.reason IS NULL THEN now()
         WHEN wait.reason IN ('busy', 'nothing') THEN f.lease_expires_at
         ELSE wait.until END AS at
     FROM pages p LEFT JOIN in_flight f ON f.page_guid = p.guid AND f.lease_expires_at > now()
     CROSS JOIN LATERAL page_wait(p, NULL, true) wait
     WHERE ${LIVING} AND ($2::uuid[] IS NULL OR p.owner_id = ANY ($2) OR p.guid = ANY ($3::uuid[]))
   ) w
   WHERE w.at <= now() + make_interval(secs => $4 / 1000.0)`,
);
