import { createHash } from 'node:crypto';
import type { MigrationInterface } from 'typeorm';
import { OperatorError } from '../operatorError.ts';
import { runFile } from './functions/applyFunctions.ts';
import { readSqlFile } from './sqlFile.ts';
import { type Db, sql } from './statement.ts';

const readServerVersion = sql<{ number: number; name: string }>(
  `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS name`,
);

export const findTables = sql<{ name: string }>(
  `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations' LIMIT 1`,
);

const readMigrations = sql<{ name: string }>('SELECT name FROM migrations ORDER BY timestamp');

/** The first row is that of the schema. */
const recordSchema = sql<never, [name: string]>(
  `WITH former AS (DELETE FROM migrations WHERE timestamp = 0)
   INSERT INTO migrations (timestamp, name) VALUES (0, $1)`,
);

const OLDEST_POSTGRES = 15;

export class UnsupportedDatabaseError extends OperatorError {}

/** Codes of node:tls such as DEPTH_ZERO_SELF_SIGNED_CERT and CERT_HAS_EXPIRED. */
const REFUSED_CERTIFICATE = /CERT|^UNABLE_TO_|SIGNATURE/;

/** Null for errors that `sslmode` or `sslrootcert` in the URL did not cause. */
export function explainTls(error: unknown): UnsupportedDatabaseError | null {
  const { code = '', message = '', path } = (error ?? {}) as { code?: string; message?: string; path?: string };
  if (path && (code === 'ENOENT' || code === 'EACCES'))
    return new UnsupportedDatabaseError(`The file ${path}, which DATABASE_URL names, cannot be read.`);
  if (message === 'The server does not support SSL connections')
    return new UnsupportedDatabaseError('Postgres at DATABASE_URL does not support TLS, which its sslmode requires.');
  if (REFUSED_CERTIFICATE.test(code))
    return new UnsupportedDatabaseError(`The certificate of Postgres at DATABASE_URL is not accepted: ${message}.`);
  return null;
}

export function checkPostgresVersion({ number, name }: { readonly number: number; readonly name: string }): void {
  if (Math.floor(number / 10_000) < OLDEST_POSTGRES) {
    throw new UnsupportedDatabaseError(
      `Flyerdeck needs Postgres ${OLDEST_POSTGRES} or newer, and the server at DATABASE_URL is ${name}.`,
    );
  }
}

export async function checkServer(db: Db): Promise<void> {
  const [server] = await readServerVersion(db, []);
  if (server) checkPostgresVersion(server);
}

/** None since 1.0.0. */
export const MIGRATIONS: (new () => MigrationInterface)[] = [];

const STRUCTURE = 'database/structure.sql';

/** By `structure.sql` without its comments and white space. */
export async function ownSchema(): Promise<string> {
  const text = (await readSqlFile(STRUCTURE)).replaceAll(/--.*|\s+/g, '');
  return `schema ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}

export async function createSchema(db: Db): Promise<void> {
  // A generated column of the tasks calls it. Other functions come after the tables.
  await runFile(db, await readSqlFile('assistants/tasks/status_by_counts.sql'));
  await runFile(db, await readSqlFile(STRUCTURE));
}

export const recordOwnSchema = async (db: Db): Promise<void> => void (await recordSchema(db, [await ownSchema()]));

/** Statements would fail later, one by one. @throws UnsupportedDatabaseError */
export async function checkSchema(db: Db): Promise<void> {
  const found = (await readMigrations(db, [])).map(({ name }) => name);
  const wanted = [await ownSchema(), ...db.dataSource.migrations.map((migration) => migration.constructor.name)];
  if (found.join() !== wanted.join()) {
    throw new UnsupportedDatabaseError(
      'The database was made by a newer or an unreleased version of Flyerdeck: start that version, or use an empty database.',
    );
  }
}

/** For commands that do not apply migrations. */
export async function checkMigrated(db: Db): Promise<void> {
  await checkServer(db);
  if ((await findTables(db, [])).length === 0) {
    throw new UnsupportedDatabaseError('The database is empty: run flyerdeck migrate, or start Flyerdeck with it.');
  }
  if (await db.dataSource.showMigrations()) {
    throw new UnsupportedDatabaseError(
      'The database is of an older version of Flyerdeck: apply the migrations with flyerdeck migrate, or use the older version.',
    );
  }
  await checkSchema(db);
}
