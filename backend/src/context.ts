import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import type { Config } from './config.ts';
import type { FileStore } from './files/fileStore.ts';
import type { RateLimits } from './http/rateLimit.ts';

/** What every area works with; made once by main.ts, and by the test server. */
export interface AppContext {
  readonly config: Config;
  readonly logger: Logger;
  readonly dataSource: DataSource;
  /** The pool behind dataSource, for named prepared statements. */
  readonly pool: Pool;
  readonly files: FileStore;
  readonly limits: RateLimits;
}
