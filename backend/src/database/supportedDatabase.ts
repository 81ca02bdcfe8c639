import { OperatorError } from '../operatorError.ts';
import type { Db } from './statement.ts';
import { findTables, hasTable, readOldestProgram, readServerVersion } from './supportedDatabase.query.ts';

const OLDEST_POSTGRES = 15;

/** This program cannot work with the database. */
export class UnsupportedDatabaseError extends OperatorError {}

/** The codes of node:tls for a certificate that is not accepted, such as DEPTH_ZERO_SELF_SIGNED_CERT and CERT_HAS_EXPIRED. */
const REFUSED_CERTIFICATE = /CERT|^UNABLE_TO_|SIGNATURE/;

/** A sentence for a connection that failed because of `sslmode` or `sslrootcert` in the URL. Null for other errors. */
export function explainTls(error: unknown): UnsupportedDatabaseError | null {
  const { code = '', message = '', path } = (error ?? {}) as { code?: string; message?: string; path?: string };
  if (path && (code === 'ENOENT' || code === 'EACCES'))
    return new UnsupportedDatabaseError(`The file ${path}, which DATABASE_URL names, can not be read.`);
  if (message === 'The server does not support SSL connections')
    return new UnsupportedDatabaseError('Postgres at DATABASE_URL does not support TLS, which its sslmode requires.');
  if (REFUSED_CERTIFICATE.test(code))
    return new UnsupportedDatabaseError(`The certificate of Postgres at DATABASE_URL is not accepted: ${message}.`);
  return null;
}

/** The timestamp of this program's newest migration: the end of its name, such as 1763700000043. */
export const newestMigrationOf = (db: Db): number =>
  Math.max(...db.dataSource.migrations.map((migration) => Number(migration.constructor.name.slice(-13))));

export function checkPostgresVersion({ number, name }: { readonly number: number; readonly name: string }): void {
  if (Math.floor(number / 10_000) < OLDEST_POSTGRES) {
    throw new UnsupportedDatabaseError(
      `Flyerdeck needs Postgres ${OLDEST_POSTGRES} or newer, and the server at DATABASE_URL is ${name}.`,
    );
  }
}

/**
 * Refuses a server that is too old, and a database that a newer version has changed so that this program no longer works with
 * it. A newer schema from which nothing was removed that this program needs is accepted, so that processes of both versions can
 * run during an upgrade (decision 0054).
 */
export async function checkSupported(db: Db): Promise<void> {
  const [server] = await readServerVersion(db, []);
  if (server) checkPostgresVersion(server);
  const [table] = await hasTable(db, ['schema_compatibility']);
  if (!table?.exists) return;
  const [schema] = await readOldestProgram(db, []);
  if (schema && newestMigrationOf(db) < Number(schema.oldest_program)) {
    throw new UnsupportedDatabaseError(
      'The database was changed by a newer version of Flyerdeck, with which this version does not work: start the newer version.',
    );
  }
}

/** Refuses a database to which migrations of this program have not been applied. For commands that do not apply them. */
export async function checkMigrated(db: Db): Promise<void> {
  await checkSupported(db);
  if ((await findTables(db, [])).length === 0) {
    throw new UnsupportedDatabaseError('The database is empty: run flyerdeck migrate, or start Flyerdeck with it.');
  }
  if (await db.dataSource.showMigrations()) {
    throw new UnsupportedDatabaseError(
      'The database is of an older version of Flyerdeck: apply the migrations with flyerdeck migrate, or use the older version.',
    );
  }
}
