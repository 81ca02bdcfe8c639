import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SitePack } from '@flyerdeck/contracts';
import { ADMIN_TELEGRAM_ID } from './product.ts';
import { Person } from './spec/Person.ts';

const PACKS = path.join(import.meta.dirname, 'creatorSite/packs');
export const readPack = (name: string): SitePack => JSON.parse(readFileSync(path.join(PACKS, `${name}.json`), 'utf8'));
/** The pack of the simple stand-in. */
export const STAND_IN_PACK = readPack('standIn');

/** The same with a version that no other test of the product uses: a version always means the same pack. */
export const withOwnVersion = (pack: SitePack): SitePack => ({
  ...pack,
  version: 1_000 + Math.floor(Math.random() * 900_000),
});

/** Publishes a pack to the pages of one person, or to all. */
export async function publishPack(baseUrl: string, pack: SitePack, person?: Person): Promise<void> {
  const admin = await Person.signIn(baseUrl, ADMIN_TELEGRAM_ID);
  await admin.call('POST', '/admin/site-packs', {
    text: JSON.stringify(pack),
    ...(person && { telegram_id: person.session.telegram_id }),
  });
}
