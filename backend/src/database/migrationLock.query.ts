import { type Db, sql } from './statement.ts';

const waitLonger = sql("SET LOCAL lock_timeout = '60s'");
const lock = sql('SELECT pg_advisory_xact_lock(7203116)');

/** Waits until no other process holds this lock, and holds it until the transaction ends. The number is arbitrary. */
export async function takeMigrationLock(db: Db): Promise<void> {
  await waitLonger(db, []);
  await lock(db, []);
}
