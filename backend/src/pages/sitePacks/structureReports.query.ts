import {
  MAX_STRUCTURE_REPORTS_PER_PAGE,
  STRUCTURE_REPORTS_SHOWN,
  type StructureReport,
  type StructureReportBody,
} from '@flyerdeck/contracts';
import { sql } from '../../database/statement.ts';

/** Reports of a page are counted one after the other. No row for an unknown device. */
export const lockPageOfDevice = sql<{ guid: string }, [secretHash: Buffer]>(
  `SELECT g.guid FROM pages g
   WHERE g.guid = (SELECT page_guid FROM devices WHERE secret_hash = $1 AND voided_at IS NULL) AND g.unlinked_at IS NULL
   FOR NO KEY UPDATE`,
);

/** Stores nothing beyond the page's limit for 24 hours, and drops a posting of another page. */
export const insertStructureReport = sql<
  never,
  [
    pageGuid: string,
    postingId: string | null,
    version: number,
    what: StructureReportBody['what'],
    missing: readonly string[],
    structure: string,
  ]
>(
  `INSERT INTO structure_reports (page_guid, posting_id, site_pack_version, what, missing, structure)
   SELECT $1, (SELECT id FROM page_postings WHERE id = $2 AND page_guid = $1), $3, $4, $5, $6
   WHERE (SELECT count(*) FROM structure_reports WHERE page_guid = $1 AND created_at > now() - interval '1 day')
     < ${MAX_STRUCTURE_REPORTS_PER_PAGE}`,
);

type ReportRow = Omit<StructureReport, 'created_at'> & { created_at: Date };

export const listReports = sql<ReportRow, [postingId: string | null, id: string | null]>(
  `SELECT r.id, r.page_guid, coalesce(nullif(g.name, ''), g.username) AS page_name, r.posting_id, r.site_pack_version,
     r.what, r.missing, r.created_at, r.structure
   FROM structure_reports r JOIN pages g ON g.guid = r.page_guid
   WHERE ($1::uuid IS NULL OR r.posting_id = $1) AND ($2::uuid IS NULL OR r.id = $2)
   ORDER BY r.created_at DESC, r.id LIMIT ${STRUCTURE_REPORTS_SHOWN}`,
);

export const deleteOldStructureReports = sql(
  "DELETE FROM structure_reports WHERE created_at < now() - interval '30 days'",
);
