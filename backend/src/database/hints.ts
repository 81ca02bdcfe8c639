import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { Logger } from 'pino';
import { listen, notify } from './hints.query.ts';
import { poolOf } from './pool.ts';
import type { Db } from './statement.ts';

const BATCH_MS = 50;
const RECONNECT_AFTER_MS = 1_000;

/** A hint tells the workers that there may be pending screenshots. Hints may be lost, late or repeated: workers poll as well. */
export interface Hints {
  /** Call it after the commit. Calls within 50 ms send one hint. */
  send(): void;
}

/** Sends hints to all processes. Each is a statement of its own, because transactions with NOTIFY commit one after the other. */
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

/** Calls `callback` for each hint, and after each connect and reconnect, because hints may have been missed before it. */
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
        // Throws if the connection is lost, and when `stop` is called.
        await once(client, 'end', { signal });
      } catch (error) {
        if (!signal.aborted) logger.warn({ err: error }, 'hints cannot be received');
      } finally {
        // Closed instead of returned to the pool, because this connection still receives notifications.
        client?.release(true);
      }
      await sleep(RECONNECT_AFTER_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  const listening = keepListening();
  return {
    async stop() {
      stopping.abort();
      await listening;
    },
  };
}
