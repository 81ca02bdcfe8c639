import type { PoolClient } from 'pg';
import { sql } from './statement.ts';

export const notify = sql('NOTIFY flyerdeck_hints');

/** From now on this connection receives notifications. */
export const listen = (client: PoolClient): Promise<unknown> => client.query('LISTEN flyerdeck_hints');
