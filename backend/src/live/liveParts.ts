import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Db } from '../database/statement.ts';
import type { RateLimits } from '../http/rateLimit.ts';
import type { Connections } from './connections.ts';

export interface LiveParts {
  readonly config: Config;
  readonly logger: Logger;
  readonly db: Db;
  readonly deviceDb: Db;
  readonly limits: RateLimits;
  readonly live: Connections;
}
