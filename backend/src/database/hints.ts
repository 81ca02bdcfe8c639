import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveTag } from '@flyerdeck/contracts';
import type { Notification, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { poolOf } from './pool.ts';
import { type Db, sql } from './statement.ts';

/** Postgres refuses longer payloads (8,000 bytes). */
const MAX_PAYLOAD_BYTES = 7_999;

export const notify = sql<never, [payload: string]>("SELECT pg_notify('flyerdeck_hints', $1)");

export const listen = (client: PoolClient): Promise<unknown> => client.query('LISTEN flyerdeck_hints');

const BATCH_MS = 50;
const RECONNECT_AFTER_MS = 1_000;

/** Hints may be lost, late or repeated: every receiver also looks by itself from time to time. */
export type Hint =
  | { readonly kind: 'screenshots' }
  /** Pages of this user may have work. */
  | { readonly kind: 'work'; readonly owner: string }
  | { readonly kind: 'work'; readonly page: string }
  | { readonly kind: 'site_packs' }
  /** All pages may have work. */
  | { readonly kind: 'claims_resumed' }
  /** By a call of this browser tab. */
  | { readonly kind: 'changed'; readonly owner: string; readonly tags: readonly LiveTag[]; readonly tab?: string }
  | { readonly kind: 'runner_ended'; readonly owner: string; readonly runner: string }
  | { readonly kind: 'deactivated'; readonly owner: string }
  /** Their connections must authenticate again. */
  | { readonly kind: 'sessions_ended'; readonly owner: string };

export interface Hints {
  /** After the commit. The hints of 50 ms are sent together, and equal ones once. */
  send(hint: Hint): void;
  /** Called when the process stops. */
  flush(): Promise<void>;
}

/** The texts are ASCII JSON. */
function* payloadsOf(texts: Iterable<string>): Generator<string> {
  let payload = '';
  for (const text of texts) {
    if (payload !== '' && payload.length + text.length + 3 > MAX_PAYLOAD_BYTES) {
      yield `[${payload}]`;
      payload = '';
    }
    payload += payload === '' ? text : `,${text}`;
  }
  yield `[${payload}]`;
}

/** Each is a statement of its own, because transactions with NOTIFY commit one after the other. */
export function createHints(db: Db, logger: Logger): Hints {
  const waiting = new Set<string>();
  let sending: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const sendAll = async () => {
    const payloads = [...payloadsOf(waiting)];
    waiting.clear();
    for (const payload of payloads) await notify(db, [payload]);
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    // With a slow database the hints that arrive meanwhile are gathered.
    if (waiting.size > 0) {
      sending = sending.then(sendAll).catch((error) => logger.debug({ err: error }, 'a hint could not be sent'));
    }
    return sending;
  };
  return {
    send(hint) {
      waiting.add(JSON.stringify(hint));
      timer ??= setTimeout(flush, BATCH_MS).unref();
    },
    flush,
  };
}

interface HintReceiver {
  receive(hints: readonly Hint[]): void;
  /** Called after each connect, because hints may have been missed before it. */
  connected(): void;
}

export function listenForHints(
  db: Db,
  logger: Logger,
  { receive, connected }: HintReceiver,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const onNotification = ({ payload = '[]' }: Notification) => {
    try {
      receive(JSON.parse(payload) as Hint[]);
    } catch (error) {
      logger.warn({ err: error }, 'a hint could not be read');
    }
  };
  const keepListening = async () => {
    let isLost = false;
    while (!signal.aborted) {
      let client: PoolClient | null = null;
      try {
        client = await poolOf(db).connect();
        client.on('notification', onNotification);
        await listen(client);
        isLost = false;
        connected();
        // Ends or throws if the connection is lost, and throws when `stop` is called.
        await once(client, 'end', { signal });
      } catch (error) {
        // Once for each outage, because it tries again every second.
        if (!signal.aborted && !isLost) logger.warn({ err: error }, 'hints cannot be received');
        isLost = true;
      } finally {
        // Not returned to the pool, because this connection still receives notifications.
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
