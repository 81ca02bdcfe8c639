import { PAGE_ACTIVE_MINUTES } from '@flyerdeck/contracts';
import { statement } from '../database/statement.ts';
import { shouldFetchPack } from '../sitePacks/sitePacks.query.ts';

export type ConnectedPageRow = { device_id: string; page_guid: string; owner_id: string; runner_id: string | null };

/** The page that a device is linked to. No row for an unknown secret, for a device without a page, and for a deactivated owner. */
export const findConnectedPage = statement<ConnectedPageRow, [secretHash: Buffer]>(
  `SELECT d.id AS device_id, p.guid AS page_guid, p.owner_id, p.runner_id
   FROM devices d JOIN pages p ON p.guid = d.page_guid JOIN users u ON u.id = p.owner_id
   WHERE d.secret_hash = $1 AND d.voided_at IS NULL AND p.unlinked_at IS NULL AND u.is_active`,
);

/** Marks the pages of connected devices as polled more often than PAGE_ACTIVE_MINUTES. */
export const MARK_EVERY_SECONDS = 60;
if (MARK_EVERY_SECONDS * 2 >= PAGE_ACTIVE_MINUTES * 60) throw new Error('Connected pages would become inactive.');

/**
 * Marks the pages of connected devices as polled, except pages that another call has locked. Returns each device that is still
 * linked to a page of an active owner, and whether its page has work: a posting may be claimed now, or the page should fetch another
 * site pack. The claim decides
 * again. Of a locked page it is false, because something happens on it already.
 * Pages are found by arrays: for joins Postgres would read the whole table.
 */
export const markConnectedPages = statement<{ device_id: string; has_work: boolean }, [deviceIds: readonly string[]]>(
  `WITH linked AS MATERIALIZED (
     SELECT id, page_guid FROM devices WHERE id = ANY ($1::uuid[]) AND voided_at IS NULL AND page_guid IS NOT NULL
       AND (SELECT u.is_active FROM pages p JOIN users u ON u.id = p.owner_id WHERE p.guid = page_guid)
   ),
   free AS MATERIALIZED (
     SELECT p.guid, p.owner_id, p.health, p.site_pack_version, p.unfit_pack, p AS page FROM pages p
     WHERE p.guid = ANY (ARRAY(SELECT page_guid FROM linked)) AND p.unlinked_at IS NULL
     ORDER BY p.guid FOR NO KEY UPDATE SKIP LOCKED
   ),
   marked AS (UPDATE pages p SET last_polled_at = now() WHERE p.guid = ANY (ARRAY(SELECT guid FROM free)))
   SELECT d.id AS device_id, c.guid IS NOT NULL AND (wait.reason IS NULL OR ${shouldFetchPack('c')}) AS has_work
   FROM linked d LEFT JOIN free c ON c.guid = d.page_guid
   LEFT JOIN LATERAL page_wait(c.page, NULL, true) wait ON c.guid IS NOT NULL`,
);
