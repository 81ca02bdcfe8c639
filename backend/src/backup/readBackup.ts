import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import {
  BackupError,
  type BackupManifest,
  backupFileName,
  hashOfManifest,
  MANIFEST,
  type TableCopy,
  updateHash,
} from './backupManifest.ts';

/** @throws BackupError when the folder has no complete backup */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new BackupError(`There is no complete backup in ${folder}: ${MANIFEST} is missing.`);
  });
  try {
    return JSON.parse(text) as BackupManifest;
  } catch {
    throw manifestDiffers();
  }
}

const manifestDiffers = () => new BackupError(`${MANIFEST} differs from what was backed up.`);

/** @throws BackupError when the manifest was changed */
export function checkManifest(manifest: BackupManifest): void {
  if (manifest.sha256 !== hashOfManifest(manifest)) throw manifestDiffers();
}

/** @throws BackupError when the rows are not those that were backed up */
export async function readTable(folder: string, table: TableCopy, target: Writable): Promise<void> {
  const file = backupFileName(table.name);
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(join(folder, file)), createGunzip(), updateHash(hash), target);
  } catch (error) {
    throw new BackupError(`${file} cannot be read: ${(error as Error).message}.`, { cause: error });
  }
  if (hash.digest('hex') !== table.sha256) throw new BackupError(`${file} differs from what was backed up.`);
}

/** @throws BackupError when a file is missing, damaged or changed */
export async function verifyBackup(folder: string): Promise<void> {
  const manifest = await readManifest(folder);
  checkManifest(manifest);
  for (const table of manifest.tables) {
    await readTable(folder, table, new Writable({ write: (_chunk, _encoding, done) => done() }));
  }
}
