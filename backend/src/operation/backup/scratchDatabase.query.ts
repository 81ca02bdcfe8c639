import { urlOf } from '../../database/pool.ts';
import { type Db, oneRow, sql } from '../../database/statement.ts';
import { closeDatabase, openDatabase } from '../../dataSource.ts';
import { BackupError } from './readBackup.ts';

/** The name has no letter that needs quotes, and no other installation of this server has the same. `role` is quoted. */
const describeDatabase = sql<{ scratch: string; gigabytes: number; role: string }>(
  `SELECT 'flyerdeck_test_restore_' || oid AS scratch, round(pg_database_size(oid) / 1e9, 2)::float8 AS gigabytes,
     quote_ident(current_user) AS role
   FROM pg_database WHERE datname = current_database()`,
);

const createDatabase = (db: Db, name: string) =>
  sql(`CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`)(db, []);

const dropDatabase = (db: Db, name: string) => sql(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)(db, []);

/** An empty database on the same server, for one caller at a time. @throws BackupError when the product's database is larger than `mostGb`, or its role may not create another */
export async function withScratchDatabase(db: Db, mostGb: number, work: (scratch: Db) => Promise<void>): Promise<void> {
  const { scratch, gigabytes, role } = await oneRow(describeDatabase(db, []));
  // A process that was killed has left it.
  await dropDatabase(db, scratch);
  if (gigabytes > mostGb)
    throw new BackupError(
      `The database has ${gigabytes} GB, and BACKUP_TEST_GB is ${mostGb}: raise it if the disk of Postgres has room for a copy of the database, or set it to 0.`,
    );
  await createDatabase(db, scratch).catch((error: { readonly code?: string }) => {
    if (error.code !== '42501') throw error;
    throw new BackupError(`The user of DATABASE_URL may not create a database: run ALTER ROLE ${role} CREATEDB.`);
  });
  try {
    const url = new URL(urlOf(db));
    url.pathname = `/${scratch}`;
    const opened = await openDatabase(url.href, {
      poolSize: 3,
      keptOpen: 0,
      applicationName: 'flyerdeck-test-restore',
    });
    await work(opened).finally(() => closeDatabase(opened));
  } finally {
    await dropDatabase(db, scratch);
  }
}
