import { sql } from './statement.ts';

/** Until the transaction ends no other node gets past it. Any number serves, as long as every node uses the same. */
export const takeMigrationLock = sql('SELECT pg_advisory_xact_lock(7203116)');
