import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { Logger } from 'pino';
import { listen, notify } from './hints.query.ts';
import { poolOf } from './pool.ts';
import type { Db } from './statement.ts';

/** A hint says that there may be work. A lost, late or doubled hint changes nothing: its receivers poll as well. */
export type Hint = 'screenshots';

const BATCH_MS = 50;
const RECONNECT_AFTER_MS = 1_000;

export interface Hints {
  /** After the commit of what it is about; many within 50 ms are one. */
  send(hint: Hint): void;
}

/** Sends hints to all processes, each in its own statement: NOTIFY serialises the commits of its transactions. */
export function createHints(db: Db, logger: Logger): Hints {
  const waiting = new Set<Hint>();
  const flush = () => {
    const hints = [...waiting];
    waiting.clear();
    notify(db, [hints]).catch((error) => logger.debug({ err: error }, 'a hint could not be sent'));
  };
  return {
    send(hint) {
      if (waiting.size === 0) setTimeout(flush, BATCH_MS).unref();
      waiting.add(hint);
    },
  };
}

/** Calls back for each hint that comes, and once after each (re)connection, because hints may have been missed. */
export function listenForHints(
  db: Db,
  logger: Logger,
  callbacks: Readonly<Record<Hint, () => void>>,
): { stop(): Promise<void> } {
  const stopping = new AbortController();

  const listenOn = async (client: PoolClient) => {
    const ended = new Promise<void>((resolve) => {
      client.once('end', resolve);
      client.once('error', () => resolve());
      stopping.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    client.on('notification', ({ payload }) => callbacks[payload as Hint]?.());
    await listen(client);
    for (const callback of Object.values(callbacks)) callback();
    await ended;
  };
  const keepListening = async () => {
    while (!stopping.signal.aborted) {
      let client: PoolClient | null = null;
      try {
        client = await poolOf(db).connect();
        await listenOn(client);
      } catch (error) {
        logger.warn({ err: error }, 'hints can not be heard');
      } finally {
        // Not back into the pool: it listens.
        client?.release(true);
      }
      await sleep(RECONNECT_AFTER_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
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
