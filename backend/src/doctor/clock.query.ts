import { sql } from '../database/statement.ts';

export const readTime = sql<{ now: Date }>('SELECT clock_timestamp() AS now');
