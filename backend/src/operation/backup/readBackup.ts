import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { OperatorError } from '../../operatorError.ts';
import type { BackedUpTable, SequenceState } from './backupTables.query.ts';

export const MANIFEST = 'manifest.json';

export type TableCopy = BackedUpTable & {
  readonly rows: number;
  /** Of the text before compression. */
  readonly sha256: string;
};

export interface BackupManifest {
  readonly made_at: string;
  readonly schema: readonly string[];
  readonly sequences: readonly SequenceState[];
  readonly tables: readonly TableCopy[];
  /** Of the other fields, which have the hashes of the tables. */
  readonly sha256: string;
}

export const hashOfManifest = ({
  sha256: _,
  ...fields
}: Omit<BackupManifest, 'sha256'> & { readonly sha256?: string }): string =>
  createHash('sha256').update(JSON.stringify(fields)).digest('hex');

export const backupFileName = (table: string): string => `${table.replaceAll('"', '')}.copy.gz`;

export class BackupError extends OperatorError {
  override readonly name = 'BackupError';
}

export const updateHash = (hash: Hash) =>
  async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk);
      yield chunk;
    }
  };

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
