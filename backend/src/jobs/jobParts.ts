import type { Logger } from 'pino';
import type { Db } from '../database/statement.ts';
import type { Problems } from './problems.ts';

/** What the code of jobs uses of the context. */
export interface JobParts {
  readonly db: Db;
  readonly logger: Logger;
  readonly problems: Problems;
}
