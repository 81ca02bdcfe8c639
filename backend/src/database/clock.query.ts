import { sql } from './statement.ts';

/** The time of Postgres. */
export const readTime = sql<{ now: Date }>('SELECT clock_timestamp() AS now');
