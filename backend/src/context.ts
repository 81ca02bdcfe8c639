import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createHints, type Hints } from './database/hints.ts';
import { poolOf } from './database/pool.ts';
import type { Db } from './database/statement.ts';
import { createFileStore } from './files/createFileStore.ts';
import type { FileStore } from './files/fileStore.ts';
import { Problems } from './jobs/problems.ts';
import { Connections } from './server/live/connections.ts';
import { createRateLimits, type RateLimits } from './server/security/rateLimit.ts';

/** Created once for each process. */
export interface AppContext {
  readonly config: Config;
  readonly logger: Logger;
  readonly db: Db;
  /** When many devices wait, users' calls still get connections. Without the api role the same as `db`. */
  readonly deviceDb: Db;
  readonly files: FileStore;
  readonly limits: RateLimits;
  readonly hints: Hints;
  /** Empty without the api role. */
  readonly live: Connections;
  readonly problems: Problems;
}

export function createContext(given: Pick<AppContext, 'config' | 'logger' | 'db' | 'deviceDb'>): AppContext {
  const { config, logger, db } = given;
  return {
    ...given,
    files: createFileStore(config, db),
    limits: createRateLimits(poolOf(db), config.rateLimitFactor),
    hints: createHints(db, logger),
    live: new Connections(),
    problems: new Problems(),
  };
}
