import { BUILT_IN_SITE_PACK, type SitePack } from '@flyerdeck/contracts';
import { deviceOf } from '../../test/deviceCalls.ts';
import { type BuiltPage, buildPage, buildQueuedAssistant, buildUser } from '../../test/factories.ts';
import type { Db } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';
import { publishSitePack } from './sitePacks.service.ts';

export const BUILT_IN = BUILT_IN_SITE_PACK.version;
const { rules: _, ...FOR_EXTENSIONS } = BUILT_IN_SITE_PACK;
/** A pack as extensions get it. */
export const packOf = (version: number): SitePack => ({ ...FOR_EXTENSIONS, version });

/** Pages of one owner that post, with a queued assistant. Each has polled with the built-in pack. */
export async function buildPagesOfOwner(db: Db, count: number, { flyers = 3 } = {}): Promise<BuiltPage[]> {
  const { id } = await buildUser(db, { posting: true });
  const pages: BuiltPage[] = [];
  for (let n = 0; n < count; n++) pages.push(await buildPage(db, id, { name: `Page ${n}`, paidHours: 24 }));
  // Polled before there is work, so that nothing is claimed.
  for (const page of pages) await deviceOf(db, page).poll({ site_pack_version: BUILT_IN });
  await buildQueuedAssistant(db, id, { pages, flyers: Array.from({ length: flyers }, (_, n) => `Flyer ${n}`) });
  return pages;
}

/** As `buildPagesOfOwner`, each page of another owner. */
export async function buildPostingPages(
  db: Db,
  count: number,
  options: { flyers?: number } = {},
): Promise<BuiltPage[]> {
  const pages: BuiltPage[] = [];
  for (let n = 0; n < count; n++) pages.push(...(await buildPagesOfOwner(db, 1, options)));
  return pages;
}

export const publish = (db: Db, version: number): Promise<void> =>
  inTransaction(db, (tx) => publishSitePack(tx, packOf(version)));

export interface PackState {
  readonly version: number;
  readonly stage: string;
  readonly withdrawn_reason: string | null;
  readonly withdrawn_by: string | null;
}

export async function readPack(db: Db, version: number): Promise<PackState | undefined> {
  const [row]: PackState[] = await db.query(
    'SELECT version, stage, withdrawn_reason, withdrawn_by FROM site_packs WHERE version = $1',
    [version],
  );
  return row;
}

/** The guids of the pages that try a pack. */
export async function triedBy(db: Db): Promise<string[]> {
  const rows: { page_guid: string }[] = await db.query('SELECT page_guid FROM site_pack_pages ORDER BY page_guid');
  return rows.map(({ page_guid }) => page_guid);
}

/** Ends rollouts. Pages of earlier tests are not chosen any more, and their owners do not count. */
export async function forgetPacks(db: Db): Promise<void> {
  await db.query('DELETE FROM site_packs');
  await db.query('UPDATE pages SET last_polled_at = NULL');
  await db.query('UPDATE users SET is_posting_active = false');
}
