import {
  type AuditEventName,
  type PublishedPack,
  SITE_PACKS_SHOWN,
  type SitePack,
  type SitePackStage,
  type SitePackStatus,
} from '@flyerdeck/contracts';
import { sql } from '../database/statement.ts';

/**
 * SQL for the version of the pack that a page should use: the newest one of all pages, or that it tries, unless it fits the page
 * less than an older one. `page` is a row with columns of `pages`.
 */
export const packVersionFor = (page: string, builtIn: string) =>
  `greatest(${builtIn}, (
    SELECT s.version FROM site_packs s
    WHERE CASE s.stage WHEN 'all' THEN true WHEN 'withdrawn' THEN false ELSE EXISTS (
        SELECT FROM site_pack_pages m WHERE m.page_guid = ${page}.guid AND m.version = s.version
      ) END
      AND NOT EXISTS (
        SELECT FROM site_pack_tries t WHERE t.version = s.version AND t.page_guid = ${page}.guid
          AND keeps_from_pack(t, ${page}.health, ${page}.site_pack_version, ${page}.site_pack_since)
      )
    ORDER BY s.version DESC LIMIT 1
  ))`;

/** $2 is the version of the built-in pack. A null pack is the built-in one. No row for an unknown device. */
export const findPackOfDevice = sql<{ pack: SitePack | null }, [secretHash: Buffer, builtIn: number]>(
  `SELECT s.pack
   FROM devices d
   LEFT JOIN pages g ON g.guid = d.page_guid AND g.unlinked_at IS NULL AND d.voided_at IS NULL
   LEFT JOIN site_packs s ON s.version > $2 AND s.version = ${packVersionFor('g', '$2')}
   WHERE d.secret_hash = $1`,
);

/**
 * $1 is the version of the built-in pack. With $2 the newest pack before that version that is not withdrawn, else the newest one of
 * all pages. No row: it is the built-in pack.
 */
export const findPublicPack = sql<{ pack: SitePack }, [builtIn: number, olderThan: number | null]>(
  `SELECT pack FROM site_packs
   WHERE version > $1 AND CASE WHEN $2::integer IS NULL THEN stage = 'all' ELSE version < $2 AND stage <> 'withdrawn' END
   ORDER BY version DESC LIMIT 1`,
);

/** Publishes wait for each other until the transaction ends. The number is arbitrary. */
export const takePublishLock = sql('SELECT pg_advisory_xact_lock(7203119)');

export const insertPack = sql<never, [version: number, pack: SitePack]>(
  'INSERT INTO site_packs (version, pack) VALUES ($1, $2)',
);

/** Chooses the pages of the stage again: in place of those that went offline, and of those without work. */
export const chooseSitePackPages = sql<never, [version: number]>('SELECT choose_site_pack_pages($1)');

export const chooseRollingPackPages = sql(
  "SELECT choose_site_pack_pages(version) FROM site_packs WHERE stage IN ('canary', 'few')",
);

export const hintSitePacks = sql('SELECT hint_site_packs()');

export const withdrawPack = sql<{ withdrawn: boolean }, [version: number, reason: string]>(
  'SELECT withdraw_site_pack($1, $2, NULL) AS withdrawn',
);

export const approvePack = sql<{ approved: boolean }, [version: number]>('SELECT approve_site_pack($1) AS approved');

export const insertAuditEvent = sql<never, [adminId: string, event: AuditEventName, version: number]>(
  "INSERT INTO audit_events (admin_id, event, details) VALUES ($1, $2, json_build_object('version', $3::integer))",
);

type PackRow = Omit<PublishedPack, 'published_at' | 'withdrawn_at'> & { published_at: Date; withdrawn_at: Date | null };

const outcomeSql = (outcome: 'posted' | 'failed' | 'refused') => `(
     SELECT json_build_object('pages', count(*)::int, 'owners', count(DISTINCT g.owner_id)::int)
     FROM site_pack_tries t JOIN pages g ON g.guid = t.page_guid WHERE t.version = s.version AND t.outcome = '${outcome}'
   ) AS ${outcome}`;

export const listPacks = sql<PackRow>(
  `SELECT s.version, s.stage, s.published_at, s.withdrawn_at, s.withdrawn_reason,
     (SELECT count(*)::int FROM pages g WHERE g.unlinked_at IS NULL AND g.site_pack_version = s.version) AS pages_count,
     (SELECT count(*)::int FROM site_pack_pages m WHERE m.version = s.version) AS chosen_count,
     ${outcomeSql('posted')}, ${outcomeSql('failed')}, ${outcomeSql('refused')}
   FROM site_packs s ORDER BY s.version DESC LIMIT ${SITE_PACKS_SHOWN}`,
);

/** The newest published pack, whatever its stage. */
export const findLatestPack = sql<{ version: number; stage: SitePackStage }>(
  'SELECT version, stage FROM site_packs ORDER BY version DESC LIMIT 1',
);

/** $1 is the version of the built-in pack. */
export const findPackStatus = sql<{ status: SitePackStatus }, [builtIn: number]>(
  `WITH used AS (
     SELECT site_pack_version AS version, count(*)::int AS pages FROM pages
     WHERE unlinked_at IS NULL AND site_pack_version IS NOT NULL GROUP BY 1
   ), published AS (
     SELECT greatest($1, max(version)) AS version FROM site_packs WHERE stage = 'all'
   ), latest AS (
     SELECT version, stage, withdrawn_reason FROM site_packs ORDER BY version DESC LIMIT 1
   )
   SELECT json_build_object(
     'version', p.version,
     'pages_count', coalesce((SELECT pages FROM used WHERE used.version = p.version), 0),
     'latest', (SELECT json_build_object('version', l.version, 'stage', l.stage, 'withdrawn_reason', l.withdrawn_reason,
       'pages_count', coalesce((SELECT pages FROM used WHERE used.version = l.version), 0)) FROM latest l)
   ) AS status FROM published p`,
);
