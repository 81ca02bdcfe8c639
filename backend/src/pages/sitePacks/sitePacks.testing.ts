import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SitePack } from '@flyerdeck/contracts';
import { type BuiltPage, buildPage, buildQueuedAssistant, buildUser } from '../../../test/factories.ts';
import type { Db } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';
import { publishSitePack, undoSitePack } from './sitePacks.service.ts';

/** The pack of the stand-in site. */
const STAND_IN_PACK: SitePack = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../frontend/e2e/creatorSite/packs/standIn.json'), 'utf8'),
);
export const packOfVersion = (version: number): SitePack => ({ ...STAND_IN_PACK, version });

/** Pages that post, each of another owner, with a queued assistant. They have not polled yet. */
export async function buildPostingPages(db: Db, count: number, { flyers = 3 } = {}): Promise<PostingPage[]> {
  const pages: PostingPage[] = [];
  for (let n = 0; n < count; n++) {
    const { id, telegramId } = await buildUser(db, { posting: true });
    const page = await buildPage(db, id, { name: `Page ${n}`, paidHours: 24 });
    await buildQueuedAssistant(db, id, {
      pages: [page],
      flyers: Array.from({ length: flyers }, (_, f) => `Flyer ${f}`),
    });
    pages.push({ ...page, telegramId });
  }
  return pages;
}
export interface PostingPage extends BuiltPage {
  readonly telegramId: string;
}

/** Without a Telegram id for all pages. */
export const publish = (db: Db, version: number, telegramId?: string): Promise<void> =>
  inTransaction(db, (tx) => publishSitePack(tx, packOfVersion(version), { telegramId, adminId: null }));
export const undo = (db: Db, telegramId?: string): Promise<number | null> =>
  inTransaction(db, (tx) => undoSitePack(tx, null, { telegramId, adminId: null }));

/** Other tests of the file have published packs, too. */
export async function forgetPacks(db: Db): Promise<void> {
  await db.query('DELETE FROM site_packs');
  await db.query('UPDATE pages SET site_pack_version = NULL, unfit_pack = NULL, missing = NULL');
}
