import { Client } from 'pg';

/**
 * A connection to a pooler in transaction mode. The next transaction may get another connection to Postgres, which does not know
 * the prepared statements of this one. So statements have no names here.
 */
export class PooledClient extends Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg has nine signatures for it.
  override query(config: any, ...more: any[]): any {
    const isPrepared = typeof config?.name === 'string' && !('submit' in config);
    return super.query(isPrepared ? { ...config, name: undefined } : config, ...more);
  }
}
