import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { SitePack } from '@flyerdeck/contracts';
import type { Product } from './product.ts';

const COMMAND = path.join(import.meta.dirname, '../../backend/dist/src/commands/sitePackCommand.js');

/** Publishes a pack as an operator does, with `npm run site-pack -- publish FILE` while the product runs on its embedded Postgres. */
export async function publishSitePack(product: Product, pack: SitePack): Promise<void> {
  const file = path.join(product.dataDir, `pack-${pack.version}.json`);
  await writeFile(file, JSON.stringify(pack));
  const env = { ...process.env, DATA_DIR: product.dataDir };
  await promisify(execFile)(process.execPath, [COMMAND, 'publish', file], { env });
}
