import { sql } from '../database/statement.ts';

export const forbidWrites = sql('SET TRANSACTION READ ONLY');
export const readTime = sql<{ made_at: Date }>('SELECT now() AS made_at');
