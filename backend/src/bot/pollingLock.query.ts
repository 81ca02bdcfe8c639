import type { PoolClient } from 'pg';
import { poolOf } from '../database/pool.ts';
import type { Db } from '../database/statement.ts';

/** Any number that every process uses. */
const POLLING_LOCK = 7_203_117;

export interface PollingLock {
  /** Aborts when the connection that holds the lock, and so the lock, is lost. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** Only one process may poll Telegram: two would abort each other's requests. Null while another process does. */
export async function tryPollingLock(db: Db): Promise<PollingLock | null> {
  const client: PoolClient = await poolOf(db).connect();
  const loss = new AbortController();
  const lose = () => loss.abort();
  client.on('error', lose);
  client.on('end', lose);
  const giveBack = (broken: boolean) => {
    client.off('error', lose);
    client.off('end', lose);
    client.release(broken);
  };
  try {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      POLLING_LOCK,
    ]);
    if (!rows[0]?.locked) {
      giveBack(false);
      return null;
    }
  } catch (error) {
    giveBack(true);
    throw error;
  }
  return {
    lost: loss.signal,
    async release() {
      const unlocked = await client.query('SELECT pg_advisory_unlock($1)', [POLLING_LOCK]).catch(() => null);
      giveBack(unlocked === null);
    },
  };
}
