import type { PoolClient } from 'pg';
import { sql } from './statement.ts';

const CHANNEL = 'flyerdeck_hints';

export const notify = sql(`NOTIFY ${CHANNEL}`);

/** From now on this connection gets notifications. */
export const listen = (client: PoolClient): Promise<unknown> => client.query(`LISTEN ${CHANNEL}`);
