import { randomUUID } from 'node:crypto';
import { Client, type Pool } from 'pg';
import { poolOf } from '../src/database/pool.ts';
import type { Db } from '../src/database/statement.ts';
import { closeDatabase, migrate, openDatabase } from '../src/dataSource.ts';

export interface TestDatabase {
  readonly url: string;
  readonly db: Db;
  /** The connections behind it, for what a test does by itself. */
  readonly pool: Pool;
}

const TEMPLATE = 'migrated';
/** Any number, as long as every worker uses the same. */
const TEMPLATE_LOCK = 4_820_117;
/** Not for the clone, which takes a blink, but for the first file's, which may have to compile and migrate everything. */
const PREPARATION_TIMEOUT_MS = 60_000;

/**
 * A migrated database of its own for the test file that calls this at its top. The file's tests share it: they make what
 * they need under ids of their own.
 */
export function useTestDatabase({ poolSize = 10 }: { poolSize?: number } = {}): TestDatabase {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = urlOf(name);
  let db: Db | undefined;

  beforeAll(async () => {
    await administer(async (server) => {
      await ensureTemplate(server);
      await server.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`);
    });
    db = await openDatabase(url, { poolSize });
  }, PREPARATION_TIMEOUT_MS);

  afterAll(async () => {
    if (db) await closeDatabase(db);
    await administer((server) => server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  });

  return {
    url,
    get db() {
      if (!db) throw new Error('The test database exists only while tests run: use it inside one, or in beforeAll.');
      return db;
    },
    get pool() {
      return poolOf(this.db);
    },
  };
}

/**
 * Made by whichever file comes first. Not in Jest's globalSetup: that runs outside the module mapping of the tests and
 * would take the contracts from their last build.
 */
async function ensureTemplate(server: Client): Promise<void> {
  await server.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  try {
    const { rowCount } = await server.query('SELECT 1 FROM pg_database WHERE datname = $1', [TEMPLATE]);
    if (rowCount) return;
    // Under another name until it is complete: a failed migration must not leave a template that is half made.
    await server.query(`DROP DATABASE IF EXISTS ${TEMPLATE}_unfinished WITH (FORCE)`);
    await server.query(`CREATE DATABASE ${TEMPLATE}_unfinished`);
    const db = await openDatabase(urlOf(`${TEMPLATE}_unfinished`), { poolSize: 3 });
    await migrate(db).finally(() => closeDatabase(db));
    await server.query(`ALTER DATABASE ${TEMPLATE}_unfinished RENAME TO ${TEMPLATE}`);
  } finally {
    await server.query('SELECT pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  }
}

async function administer(work: (server: Client) => Promise<unknown>): Promise<void> {
  const server = new Client({ connectionString: urlOf('postgres') });
  await server.connect();
  try {
    await work(server);
  } finally {
    await server.end();
  }
}

function urlOf(database: string): string {
  return new URL(`/${database}`, process.env.FLYERDECK_TEST_POSTGRES_URL).href;
}
