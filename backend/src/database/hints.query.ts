import type { PoolClient } from 'pg';
import { sql } from './statement.ts';

/** Postgres refuses longer payloads (8,000 bytes). */
export const MAX_PAYLOAD_BYTES = 7_999;

export const notify = sql<never, [payload: string]>("SELECT pg_notify('flyerdeck_hints', $1)");

/** From now on this connection receives notifications. */
export const listen = (client: PoolClient): Promise<unknown> => client.query('LISTEN flyerdeck_hints');
