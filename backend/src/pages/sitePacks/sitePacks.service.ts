import { checkSitePack, type SitePack, type StructureReportBody } from '@flyerdeck/contracts';
import { type Db, oneRow } from '../../database/statement.ts';
import { conflict, notFound, unknownDevice, unprocessable } from '../../server/http/errors.ts';
import {
  findOwner,
  findPackOfAll,
  findPackOfDevice,
  findPublished,
  findVersion,
  insertPack,
  insertStructureReport,
  lockPageOfDevice,
  takePublishLock,
  undoPack,
} from './sitePacks.query.ts';

const refused = (sentence: string) => unprocessable('site_pack.refused', sentence);

interface Scope {
  readonly telegramId?: string | undefined;
  /** Null for a command of the operator. */
  readonly adminId: string | null;
}

/** Without a secret that of all pages. */
export async function packOf(db: Db, secretHash: Buffer | null): Promise<SitePack> {
  const [row] = secretHash ? await findPackOfDevice(db, [secretHash]) : await findPackOfAll(db, []);
  if (secretHash && !row) throw unknownDevice();
  if (!row?.pack) throw notFound('site_pack.none', 'No site pack is published yet.');
  return row.pack;
}

export function parseSitePack(text: string): SitePack {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refused(`This is not JSON: ${(error as Error).message}`);
  }
  const problems = checkSitePack(value);
  if (problems.length > 0) throw refused(problems.join('\n'));
  return value as SitePack;
}

async function ownerOf(db: Db, telegramId: string | undefined): Promise<string | null> {
  if (telegramId === undefined) return null;
  const [owner] = await findOwner(db, [telegramId]);
  if (!owner) throw notFound('user.not_found', 'There is no such user.');
  return owner.id;
}

/** The caller opens the transaction. */
export async function publishSitePack(db: Db, pack: SitePack, { telegramId, adminId }: Scope): Promise<void> {
  const { version } = pack;
  const ownerId = await ownerOf(db, telegramId);
  await takePublishLock(db, []);
  const { current, is_other } = await oneRow(findPublished(db, [ownerId, version, pack]));
  if (is_other) throw refused(`Version ${version} is already another pack. Give the pack a higher version.`);
  if (current !== null && version <= current)
    throw refused(`These pages use version ${current} already. Give the pack a higher version.`);
  await insertPack(db, [ownerId, version, pack, adminId]);
}

/** Returns the version to use now. The caller opens the transaction. */
export async function undoSitePack(
  db: Db,
  version: number | null,
  { telegramId, adminId }: Scope,
): Promise<number | null> {
  const ownerId = await ownerOf(db, telegramId);
  await takePublishLock(db, []);
  const [undone] = await undoPack(db, [ownerId, version, adminId]);
  if (!undone) {
    throw conflict(
      'site_pack.not_current',
      version === null ? 'No pack is published there.' : `Version ${version} is not the current pack there any more.`,
    );
  }
  return (await oneRow(findVersion(db, [ownerId]))).version;
}

export async function storeStructureReport(db: Db, secretHash: Buffer, report: StructureReportBody): Promise<void> {
  const [page] = await lockPageOfDevice(db, [secretHash]);
  if (!page) throw unknownDevice();
  const { site_pack_version: version, posting_id = null, what, missing, structure } = report;
  await insertStructureReport(db, [page.guid, posting_id, version, what, missing, structure]);
}
