import { sql, statement } from '../database/statement.ts';
import { shouldFetchPack } from '../sitePacks/sitePacks.query.ts';

export type ConnectedRunnerRow = { runner_id: string; owner_id: string };

/** The paired runner with this secret. No row for an unknown one, for one that was ended, and without an active owner. */
export const findConnectedRunner = sql<ConnectedRunnerRow, [secretHash: Buffer]>(
  `SELECT r.id AS runner_id, r.owner_id FROM runners r JOIN users u ON u.id = r.owner_id
   WHERE r.secret_hash = $1 AND r.ended_at IS NULL AND u.is_active`,
);

/** Pages of these runners whose devices are linked. */
const LIVING = `p.runner_id = ANY ($1::uuid[]) AND p.unlinked_at IS NULL
  AND EXISTS (SELECT FROM devices d WHERE d.page_guid = p.guid AND d.voided_at IS NULL)`;

/**
 * Marks all pages of connected runners as polled, also those whose browsers are asleep, except pages that another call has locked.
 * Returns the runners that may stay connected.
 */
export const markRunners = statement<{ runner_id: string }, [runnerIds: readonly string[]]>(
  `WITH free AS MATERIALIZED (
     SELECT p.guid FROM pages p WHERE ${LIVING} ORDER BY p.guid FOR NO KEY UPDATE SKIP LOCKED
   ),
   marked AS (UPDATE pages p SET last_polled_at = now() WHERE p.guid = ANY (ARRAY(SELECT guid FROM free)))
   UPDATE runners r SET last_contact_at = now() FROM users u
   WHERE r.id = ANY ($1::uuid[]) AND r.ended_at IS NULL AND u.id = r.owner_id AND u.is_active
   RETURNING r.id AS runner_id`,
);

export type RunnerWorkRow = { runner_id: string; page_guid: string; wait_ms: number };

/**
 * Pages of these runners whose browsers should run: a posting can be claimed within `withinMs`, or the page should fetch another site
 * pack. `wait_ms` is the time until then, or until the claim of the page ends: then it is looked at again. With `owners` and `pages`
 * only their pages are looked at; null for all.
 */
export const findRunnerWork = statement<
  RunnerWorkRow,
  [runnerIds: readonly string[], owners: readonly string[] | null, pages: readonly string[] | null, withinMs: number]
>(
  `SELECT w.runner_id, w.guid AS page_guid, greatest(0, ceil(1000 * extract(epoch FROM w.at - now())))::int AS wait_ms
   FROM (
     SELECT p.runner_id, p.guid, CASE
         WHEN ${shouldFetchPack('p')} THEN now()
         WHEN wait.reason IS NULL THEN now()
         WHEN wait.reason IN ('busy', 'nothing') THEN f.lease_expires_at
         ELSE wait.until END AS at
     FROM pages p LEFT JOIN in_flight f ON f.page_guid = p.guid AND f.lease_expires_at > now()
     CROSS JOIN LATERAL page_wait(p, NULL, true) wait
     WHERE ${LIVING} AND ($2::uuid[] IS NULL OR p.owner_id = ANY ($2) OR p.guid = ANY ($3::uuid[]))
   ) w
   WHERE w.at <= now() + make_interval(secs => $4 / 1000.0)`,
);
