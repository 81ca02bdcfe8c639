import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { SequenceState } from './backupTables.query.ts';

export const MANIFEST = 'manifest.json';

export interface BackupManifest {
  readonly made_at: string;
  readonly schema: readonly string[];
  readonly sequences: readonly SequenceState[];
  readonly tables: readonly {
    readonly name: string;
    readonly columns: readonly string[];
    readonly rows: number;
    /** Of the text before compression. */
    readonly sha256: string;
  }[];
}

export const fileOf = (table: string): string => `${table.replaceAll('"', '')}.copy.gz`;

/** A backup that cannot be made or restored, in one sentence for people. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Passes everything on and computes its hash and size. */
export function hashing(): { through: Transform; digest(): string } {
  const hash = createHash('sha256');
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { through, digest: () => hash.digest('hex') };
}
