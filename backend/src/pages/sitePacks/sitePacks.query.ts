import {
  MAX_STRUCTURE_REPORTS_PER_PAGE,
  type PublishedPack,
  SITE_PACKS_SHOWN,
  type SitePack,
  type SitePackStatus,
  STRUCTURE_REPORTS_SHOWN,
  type StructureReport,
  type StructureReportBody,
} from '@flyerdeck/contracts';
import { sql, statementWithIsoTimes } from '../../database/statement.ts';

/** Published to its owner or to all, and not undone. */
export const mayPostWith = (version: string, owner: string) =>
  `EXISTS (
    SELECT FROM site_packs s
    WHERE s.version = ${version} AND s.undone_at IS NULL AND (s.owner_id IS NULL OR s.owner_id = ${owner})
  )`;

/** A null pack: none is published. No row for an unknown device. */
export const findPackOfDevice = sql<{ pack: SitePack | null }, [secretHash: Buffer]>(
  `SELECT (SELECT pack FROM site_packs WHERE version = site_pack_of(g.owner_id) LIMIT 1) AS pack
   FROM devices d
   LEFT JOIN pages g ON g.guid = d.page_guid AND g.unlinked_at IS NULL AND d.voided_at IS NULL
   WHERE d.secret_hash = $1`,
);

export const findPackOfAll = sql<{ pack: SitePack }>(
  'SELECT pack FROM site_packs WHERE owner_id IS NULL AND version = site_pack_of(NULL)',
);

/** Until the transaction ends. The number is arbitrary. */
export const takePublishLock = sql('SELECT pg_advisory_xact_lock(7203119)');

export const findOwner = sql<{ id: string }, [telegramId: string]>(
  'SELECT id FROM users WHERE telegram_id = $1 AND erased_at IS NULL',
);

/** Null: all pages. Also whether this version is already another pack. */
export const findPublished = sql<
  { current: number | null; is_other: boolean },
  [ownerId: string | null, version: number, pack: SitePack]
>(
  `SELECT site_pack_of($1) AS current,
     EXISTS (SELECT FROM site_packs WHERE version = $2 AND pack <> $3::jsonb) AS is_other`,
);

/** All processes ask for their pack. Packs change rarely, so this NOTIFY is in the transaction. */
const recorded = (event: 'site_pack_published' | 'site_pack_undone', adminId: string) =>
  `, event AS (
     INSERT INTO audit_events (admin_id, target_id, event, details)
     SELECT ${adminId}, owner_id, '${event}', jsonb_build_object('version', version) FROM changed
   )
   SELECT changed.version, pg_notify('flyerdeck_hints', '[{"kind":"site_packs"}]') FROM changed`;

/** Also one that was undone. */
export const insertPack = sql<
  { version: number },
  [ownerId: string | null, version: number, pack: SitePack, adminId: string | null]
>(
  `WITH changed AS (
     INSERT INTO site_packs (owner_id, version, pack) VALUES ($1, $2, $3)
     ON CONFLICT (version, owner_id) DO UPDATE SET published_at = now(), undone_at = NULL, told_at = NULL
     RETURNING version, owner_id
   )${recorded('site_pack_published', '$4::uuid')}`,
);

/** With $2 only this version. No row if it is not the current one. */
export const undoPack = sql<
  { version: number },
  [ownerId: string | null, version: number | null, adminId: string | null]
>(
  `WITH changed AS (
     UPDATE site_packs SET undone_at = now()
     WHERE owner_id IS NOT DISTINCT FROM $1::uuid AND version = coalesce($2, version) AND version = (
       SELECT max(version) FROM site_packs WHERE owner_id IS NOT DISTINCT FROM $1::uuid AND undone_at IS NULL)
     RETURNING version, owner_id
   )${recorded('site_pack_undone', '$3::uuid')}`,
);

export const findVersion = sql<{ version: number | null }, [ownerId: string | null]>(
  'SELECT site_pack_of($1) AS version',
);

const ITS_PAGES = 'pages g WHERE g.unlinked_at IS NULL AND g.owner_id = coalesce(s.owner_id, g.owner_id)';

export const listPacks = statementWithIsoTimes<PublishedPack, []>(
  `SELECT s.version, s.published_at, s.undone_at,
     CASE WHEN u.id IS NOT NULL THEN json_build_object('telegram_id', u.telegram_id,
       'name', trim(u.first_name || ' ' || u.last_name)) END AS owner,
     s.undone_at IS NULL AND NOT EXISTS (
       SELECT FROM site_packs n WHERE n.owner_id IS NOT DISTINCT FROM s.owner_id AND n.undone_at IS NULL AND n.version > s.version
     ) AS is_current,
     (SELECT count(*)::int FROM ${ITS_PAGES} AND g.site_pack_version = s.version) AS pages_count,
     (SELECT coalesce(json_agg(m ORDER BY m.pages DESC, m.element), '[]') FROM (
        SELECT element, count(*)::int AS pages, (
          SELECT r.id FROM structure_reports r
          WHERE r.site_pack_version = s.version AND r.missing @> ARRAY[element] ORDER BY r.created_at DESC LIMIT 1
        ) AS report_id
        FROM (SELECT g.missing FROM ${ITS_PAGES} AND g.unfit_pack = s.version) unfit CROSS JOIN unnest(unfit.missing) element
        GROUP BY element
      ) m) AS misses
   FROM site_packs s LEFT JOIN users u ON u.id = s.owner_id
   ORDER BY s.version DESC, s.published_at DESC LIMIT ${SITE_PACKS_SHOWN}`,
);

export const findPackStatus = sql<SitePackStatus>(
  `SELECT v.version,
     (SELECT count(*)::int FROM pages WHERE unlinked_at IS NULL AND site_pack_version = v.version) AS pages_count,
     (SELECT count(*)::int FROM pages WHERE unlinked_at IS NULL AND unfit_pack IS NOT NULL) AS missing_count
   FROM site_pack_of(NULL) v (version)`,
);

type UntoldMisses = { version: number; pages: number; elements: string[] };

/** Each is returned once. */
export const markMissesTold = sql<UntoldMisses>(
  `UPDATE site_packs s SET told_at = now()
   FROM (
     SELECT p.version, p.owner_id, count(DISTINCT g.guid)::int AS pages,
       coalesce(array_agg(DISTINCT element) FILTER (WHERE element IS NOT NULL), '{}') AS elements
     FROM site_packs p
     JOIN pages g ON g.unfit_pack = p.version AND g.unlinked_at IS NULL AND g.owner_id = coalesce(p.owner_id, g.owner_id)
     LEFT JOIN LATERAL unnest(g.missing) element ON true
     WHERE p.told_at IS NULL AND p.undone_at IS NULL
     GROUP BY p.version, p.owner_id
   ) found
   WHERE s.version = found.version AND s.owner_id IS NOT DISTINCT FROM found.owner_id AND s.told_at IS NULL
   RETURNING s.version, found.pages, found.elements`,
);

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

export const listReports = statementWithIsoTimes<StructureReport, [postingId: string | null, id: string | null]>(
  `SELECT r.id, r.page_guid, page_name(g) AS page_name, r.posting_id, r.site_pack_version,
     r.what, r.missing, r.created_at, r.structure
   FROM structure_reports r JOIN pages g ON g.guid = r.page_guid
   WHERE ($1::uuid IS NULL OR r.posting_id = $1) AND ($2::uuid IS NULL OR r.id = $2)
   ORDER BY r.created_at DESC, r.id LIMIT ${STRUCTURE_REPORTS_SHOWN}`,
);

export const deleteOldStructureReports = sql(
  "DELETE FROM structure_reports WHERE created_at < now() - interval '30 days'",
);
