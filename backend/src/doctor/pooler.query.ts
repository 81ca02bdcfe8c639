import { sql } from '../database/statement.ts';

export const readLockTimeout = sql<{ lock_timeout: string }>('SHOW lock_timeout');
