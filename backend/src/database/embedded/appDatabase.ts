import { Client } from 'pg';
import { EmbeddedPostgresError } from './embeddedPostgresError.ts';

const INVALID_PASSWORD = '28P01';

/** Makes the database that `url` names when the server has none of that name. */
export async function ensureDatabase(url: string, passwordFile: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const client = new Client({ connectionString: new URL('/postgres', url).href });
  try {
    await client.connect();
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (!rowCount) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } catch (error) {
    if ((error as { code?: string }).code !== INVALID_PASSWORD) throw error;
    throw new EmbeddedPostgresError(
      `${passwordFile} is not this database's password: delete the file and start Flyerdeck again; it sets a new one.`,
      { cause: error },
    );
  } finally {
    await client.end();
  }
}
