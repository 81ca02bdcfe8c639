import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import type { Config } from './config.ts';
import { createHints, type Hints } from './database/hints.ts';
import { poolOf } from './database/pool.ts';
import { createFileStore } from './files/createFileStore.ts';
import type { FileStore } from './files/fileStore.ts';
import { createRateLimits, type RateLimits } from './http/rateLimit.ts';

/** What every area works with; made once a process. */
export interface AppContext {
  readonly config: Config;
  readonly logger: Logger;
  readonly dataSource: DataSource;
  /** The pool behind dataSource, for named prepared statements. */
  readonly pool: Pool;
  /** For calls of devices: however many of them wait, people's calls keep their own connections. */
  readonly devicePool: Pool;
  readonly files: FileStore;
  readonly limits: RateLimits;
  readonly hints: Hints;
}

export function createContext(given: Pick<AppContext, 'config' | 'logger' | 'dataSource' | 'devicePool'>): AppContext {
  const { config, logger, dataSource } = given;
  const pool = poolOf(dataSource);
  return {
    ...given,
    pool,
    files: createFileStore(config, pool),
    limits: createRateLimits(pool, config.rateLimitFactor),
    hints: createHints(pool, logger),
  };
}
