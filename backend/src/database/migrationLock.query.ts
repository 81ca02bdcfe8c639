import { sql } from './statement.ts';

/** Waits until no other process holds this lock, and holds it until the transaction ends. The number is arbitrary. */
export const takeMigrationLock = sql('SELECT pg_advisory_xact_lock(7203116)');
