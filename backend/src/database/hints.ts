import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { Logger } from 'pino';
import { listen, notify } from './hints.query.ts';
import { poolOf } from './pool.ts';
import type { Db } from './statement.ts';

const BATCH_MS = 50;
const RECONNECT_AFTER_MS = 1_000;

/** A hint says that there may be screenshots to make. A lost, late or doubled hint changes nothing: its receivers poll as well. */
export interface Hints {
  /** After the commit of what it is about; many within 50 ms are one. */
  send(): void;
}

/** Sends hints to all processes, each in its own statement: NOTIFY serialises the commits of its transactions. */
export function createHints(db: Db, logger: Logger): Hints {
  let isWaiting = false;
  const flush = () => {
    isWaiting = false;
    notify(db, []).catch((error) => logger.debug({ err: error }, 'a hint could not be sent'));
  };
  return {
    send() {
      if (!isWaiting) setTimeout(flush, BATCH_MS).unref();
      isWaiting = true;
    },
  };
}

/** Calls back for each hint that comes, and once after each (re)connection, because hints may have been missed. */
export function listenForHints(db: Db, logger: Logger, callback: () => void): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const keepListening = async () => {
    while (!signal.aborted) {
      let client: PoolClient | null = null;
      try {
        client = await poolOf(db).connect();
        client.on('notification', callback);
        await listen(client);
        callback();
        // Throws when the connection breaks, and when listening stops.
        await once(client, 'end', { signal });
      } catch (error) {
        if (!signal.aborted) logger.warn({ err: error }, 'hints cannot be received');
      } finally {
        // Not back into the pool: it listens.
        client?.release(true);
      }
      await sleep(RECONNECT_AFTER_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  const kept = keepListening();
  return {
    async stop() {
      stopping.abort();
      await kept;
    },
  };
}
