import {
  BUILT_IN_SITE_PACK,
  checkSitePack,
  type SitePack,
  type SitePackStatus,
  type StructureReportBody,
} from '@flyerdeck/contracts';
import { type Db, oneRow } from '../database/statement.ts';
import { conflict, unknownDevice, unprocessable } from '../http/errors.ts';
import {
  approvePack,
  chooseSitePackPages,
  findLatestPack,
  findPackOfDevice,
  findPackStatus,
  findPublicPack,
  hintSitePacks,
  insertPack,
  takePublishLock,
  withdrawPack,
} from './sitePacks.query.ts';
import { insertStructureReport, lockPageOfDevice, refusePack } from './structureReports.query.ts';

const WITHDRAWN = 'The operator withdrew it.';

const refused = (sentence: string) => unprocessable('site_pack.refused', sentence);
const wrongStage = (sentence: string) => conflict('site_pack.wrong_stage', sentence);

/** Earlier extensions refuse a pack with rules, and none needs them. */
const forExtension = ({ rules: _, ...pack }: SitePack): SitePack => pack;

/** The pack that a device should use now. Throws 401 for an unknown secret. */
export async function packOfDevice(db: Db, secretHash: Buffer): Promise<SitePack> {
  const [row] = await findPackOfDevice(db, [secretHash, BUILT_IN_SITE_PACK.version]);
  if (!row) throw unknownDevice();
  return forExtension(row.pack ?? BUILT_IN_SITE_PACK);
}

/**
 * The pack by which an extension reads the account before its page is linked: the newest one of all pages. With `olderThan` also one
 * that is still being tried, because only linked pages can try it for posting.
 */
export async function publicPack(db: Db, olderThan: number | null): Promise<SitePack> {
  const [row] = await findPublicPack(db, [BUILT_IN_SITE_PACK.version, olderThan]);
  return forExtension(row?.pack ?? BUILT_IN_SITE_PACK);
}

export async function readSitePackStatus(db: Db): Promise<SitePackStatus> {
  return (await oneRow(findPackStatus(db, [BUILT_IN_SITE_PACK.version]))).status;
}

/** The pack, if it follows the schema. Throws 422 site_pack.refused with one sentence per problem. */
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

/** Starts the rollout of a pack. The caller opens the transaction. Throws 422 site_pack.refused. */
export async function publishSitePack(db: Db, pack: SitePack): Promise<void> {
  const { version } = pack;
  await takePublishLock(db, []);
  const [latest] = await findLatestPack(db, []);
  const newest = Math.max(latest?.version ?? 0, BUILT_IN_SITE_PACK.version);
  if (version <= newest) {
    throw refused(`Version ${version} can not be published: version ${newest} exists. Give the pack a higher version.`);
  }
  if (latest && (latest.stage === 'canary' || latest.stage === 'few')) {
    throw refused(`Version ${latest.version} is still being rolled out. Withdraw it first, or wait.`);
  }
  await insertPack(db, [version, pack]);
  await chooseSitePackPages(db, [version]);
  await hintSitePacks(db, []);
}

/** All pages use a pack that is being tried, except those that refuse it. The caller opens the transaction. Throws 409 site_pack.wrong_stage. */
export async function approveSitePack(db: Db, version: number): Promise<void> {
  const { approved } = await oneRow(approvePack(db, [version]));
  if (!approved) throw wrongStage(`Version ${version} is not being tried.`);
}

/** Pages go back to the pack before. The caller opens the transaction. Throws 409 site_pack.wrong_stage. */
export async function withdrawSitePack(db: Db, version: number): Promise<void> {
  const { withdrawn } = await oneRow(withdrawPack(db, [version, WITHDRAWN]));
  if (!withdrawn) throw wrongStage(`Version ${version} is not published, or is already withdrawn.`);
}

/** Stores a device's report. After a failed probe the page should use an older pack. The caller opens the transaction. */
export async function storeStructureReport(db: Db, secretHash: Buffer, report: StructureReportBody): Promise<void> {
  const [page] = await lockPageOfDevice(db, [secretHash]);
  if (!page) throw unknownDevice();
  const { site_pack_version: version, posting_id = null, what, missing, structure } = report;
  await insertStructureReport(db, [page.guid, posting_id, version, what, missing, structure]);
  if (what === 'probe')
    await refusePack(db, [page.guid, version, `Not found: ${missing.join(', ') || 'the account'}.`]);
}
