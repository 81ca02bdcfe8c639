import type { Pool } from 'pg';
import { OperatorError } from '../src/operatorError.ts';
import { SEED_TABLES, type SeedOrder, seedStatements } from './seed.query.ts';
import { withoutIndexes } from './withoutIndexes.ts';

/**
 * Adds users, pages, campaigns, postings with their history, and ledgers, as they would be after months of use.
 * @throws OperatorError if the database has users
 */
export async function seedDatabase(pool: Pool, order: SeedOrder): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    // No other user may be added between the check and the rows.
    await client.query('LOCK TABLE users IN EXCLUSIVE MODE');
    const { rowCount } = await client.query('SELECT FROM users LIMIT 1');
    if (rowCount) throw new OperatorError('This database already has users: seed an empty one.');
    await client.query(`SET LOCAL maintenance_work_mem = '256MB'`);
    await withoutIndexes(client, SEED_TABLES, () => client.query(seedStatements(order)));
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
  // Autovacuum would create statistics and the visibility map only later.
  for (const table of SEED_TABLES) await pool.query(`VACUUM (ANALYZE) ${table}`);
}
