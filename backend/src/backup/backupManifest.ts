import { createHash, type Hash } from 'node:crypto';
import { OperatorError } from '../operatorError.ts';
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
