import { randomUUID } from 'node:crypto';
import { Client, type Pool } from 'pg';
import { poolOf } from '../src/database/pool.ts';
import type { Db } from '../src/database/statement.ts';
import { closeDatabase, migrate, openDatabase } from '../src/dataSource.ts';

export interface TestDatabase {
  readonly url: string;
  readonly db: Db;
  /** The database's connection pool, for statements of the test itself. */
  readonly pool: Pool;
}

const TEMPLATE = 'migrated';
/** An arbitrary number that is the same in all workers. */
const TEMPLATE_LOCK = 4_820_117;

/**
 * A migrated database for one test file; with `isEmpty` one without tables. Call it at the top of the file. The tests of the
 * file share it, each with its own ids.
 */
export function useTestDatabase({ poolSize = 10, isEmpty = false } = {}): TestDatabase {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = urlOf(name);
  let db: Db | undefined;

  beforeAll(async () => {
    await administer(async (server) => {
      if (!isEmpty) await ensureTemplate(server);
      await server.query(`CREATE DATABASE ${name} TEMPLATE ${isEmpty ? 'template0' : TEMPLATE} STRATEGY FILE_COPY`);
    });
    db = await openDatabase(url, { poolSize });
  });

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
 * The first test file creates the template. Jest's globalSetup cannot do this: the tests' module mapping does not
 * apply there, so it would import the last build of the contracts.
 */
async function ensureTemplate(server: Client): Promise<void> {
  await server.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  try {
    const { rowCount } = await server.query('SELECT 1 FROM pg_database WHERE datname = $1', [TEMPLATE]);
    if (rowCount) return;
    // It gets its final name when it is complete, so that a failed migration leaves no incomplete template.
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

const urlOf = (database: string) => new URL(`/${database}`, process.env.FLYERDECK_TEST_POSTGRES_URL).href;
