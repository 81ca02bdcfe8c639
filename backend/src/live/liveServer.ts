import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeviceHello,
  LIVE_DEVICE_PATH,
  LIVE_REFUSED,
  LIVE_REPLACED,
  LIVE_SILENCE_SECONDS,
  LIVE_USER_PATH,
  UserHello,
} from '@flyerdeck/contracts';
import type Koa from 'koa';
import { type WebSocket, WebSocketServer } from 'ws';
import type { AppContext } from '../context.ts';
import { type Hint, listenForHints } from '../database/hints.ts';
import { clientAddress } from '../http/clientAddress.ts';
import { HttpError, unauthorized } from '../http/errors.ts';
import { isAcceptedHost } from '../http/mockHostCheck.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { hashSecret } from '../http/secrets.ts';
import { validateRequest } from '../http/validate.ts';
import { startRepeatingTimer } from '../jobs/repeatingTimer.ts';
import { liveConnections } from '../metrics.ts';
import { findConnectedPage, MARK_EVERY_SECONDS, markConnectedPages } from './connectedPages.query.ts';
import { type DeviceConnection, sendMessage } from './connections.ts';

/** The first message has a session token and a Telegram id. Later messages are pings. */
const MAX_MESSAGE_BYTES = 256;
const MAX_CONNECTIONS = 20_000;
/** Many pages of one office or household. */
const MAX_CONNECTIONS_PER_ADDRESS = 5_000;
const MAX_CONNECTIONS_PER_USER = 50;
const MAX_UNAUTHENTICATED_PER_ADDRESS = 200;
/** A client sends a ping every 20 s. */
const MAX_MESSAGES_BETWEEN_CHECKS = 10;
const MARKED_AT_ONCE = 1_000;
/** Pages that get a hint at the same time, and the pause before the next ones, so that their polls do not all arrive at once. */
const HINTS_AT_ONCE = 20;
const PAUSE_BETWEEN_HINTS_MS = 50;
/** The time in which a client may answer a close. */
const CLOSE_WITHIN_MS = 2_000;
/** The same time at a stop. */
const STOP_WITHIN_MS = 500;

const SERVICE_RESTART = 1012;
const TRY_AGAIN_LATER = 1013;
const POLICY_VIOLATION = 1008;

interface Client {
  readonly socket: WebSocket;
  readonly address: string;
  lastMessageAt: number;
  messages: number;
  /** Removes the connection from the registry; null until it is authenticated. */
  leave: (() => void) | null;
  /** Called when it is authenticated, or closed before. */
  endAuthentication: () => void;
}

/** Times in milliseconds. Tests use shorter ones. */
const TIMES = {
  authenticateWithinMs: 5_000,
  checkEveryMs: 10_000,
  silenceMs: LIVE_SILENCE_SECONDS * 1000,
  markEveryMs: MARK_EVERY_SECONDS * 1000,
  /** After a lost LISTEN connection the browser tabs are disconnected within this time. */
  spreadMs: 5_000,
};

interface LiveOptions {
  readonly koa: Pick<Koa, 'createContext'>;
  readonly server: Server;
  readonly endpoints: Pick<EndpointRouter, 'authenticateUser' | 'guard'>;
  readonly times?: Partial<typeof TIMES>;
}

/** The WebSockets of this process (`contracts/src/live.ts`). */
export function startLiveServer(
  app: AppContext,
  { koa, server, endpoints, times = {} }: LiveOptions,
): { stop(): Promise<void> } {
  const { authenticateWithinMs, checkEveryMs, silenceMs, markEveryMs, spreadMs } = { ...TIMES, ...times };
  const { config, db, deviceDb, limits, live, logger } = app;
  const webSockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, clientTracking: false });
  const clients = new Set<Client>();
  const connected = new CountByAddress();
  const unauthenticated = new CountByAddress();
  let isStopping = false;

  const remove = (client: Client) => {
    if (!clients.delete(client)) return;
    client.leave?.();
    connected.remove(client.address);
    client.endAuthentication();
    updateMetrics();
  };
  const updateMetrics = () => {
    const { device, user } = live.counts;
    liveConnections.set({ type: 'device' }, device);
    liveConnections.set({ type: 'user' }, user);
  };

  /** Throws 400 for another message, 401 for an unknown secret, 429 after too many of them. */
  async function authenticateDevice(client: Client, hello: unknown): Promise<void> {
    validateRequest('body', DeviceHello, hello);
    const secretHash = hashSecret((hello as DeviceHello).secret);
    const key = secretHash.toString('base64');
    const page = await endpoints.guard.run(key, client.address, async () => {
      const [found] = await findConnectedPage(deviceDb, [secretHash]);
      if (!found) throw unauthorized('auth.invalid', 'This device is not linked.');
      return found;
    });
    await limits.device.consume(key);
    if (client.socket.readyState !== client.socket.OPEN) return;
    const connection: DeviceConnection = { ...page, socket: client.socket };
    const earlier = live.addDevice(connection);
    if (earlier) close(earlier.socket, LIVE_REPLACED);
    client.leave = () => live.removeDevice(connection);
  }

  /** Throws like `authenticateDevice`. */
  async function authenticateUser(client: Client, hello: unknown): Promise<void> {
    validateRequest('body', UserHello, hello);
    const { session_token, telegram_id, tab } = hello as UserHello;
    const { id: userId } = await endpoints.authenticateUser(session_token, telegram_id, client.address);
    await limits.read.consume(userId);
    if (client.socket.readyState !== client.socket.OPEN) return;
    if (live.userConnections(userId).length >= MAX_CONNECTIONS_PER_USER) {
      throw new HttpError(429, 'rate_limited', 'Too many tabs are connected.');
    }
    const connection = { userId, tab, socket: client.socket };
    live.addUser(connection);
    client.leave = () => live.removeUser(connection);
  }

  function accept(socket: WebSocket, address: string, authenticate: typeof authenticateUser): void {
    const authenticateBy = setTimeout(() => close(socket, POLICY_VIOLATION), authenticateWithinMs);
    let isAuthenticating = true;
    const endAuthentication = () => {
      clearTimeout(authenticateBy);
      if (isAuthenticating) unauthenticated.remove(address);
      isAuthenticating = false;
    };
    const client: Client = { socket, address, lastMessageAt: Date.now(), messages: 0, leave: null, endAuthentication };
    clients.add(client);
    connected.add(address);
    unauthenticated.add(address);
    socket.on('close', () => remove(client));
    // A message that is too long or not valid: ws closes the connection.
    socket.on('error', () => undefined);
    let isFirst = true;
    socket.on('message', (data) => {
      if (socket.readyState !== socket.OPEN) return;
      client.lastMessageAt = Date.now();
      client.messages += 1;
      if (client.messages > MAX_MESSAGES_BETWEEN_CHECKS) return close(socket, POLICY_VIOLATION);
      if (!isFirst) return client.leave === null ? undefined : sendMessage(socket, { type: 'pong' });
      isFirst = false;
      authenticate(client, parsed(String(data))).then(
        () => {
          endAuthentication();
          sendMessage(socket, { type: 'ready' });
          updateMetrics();
        },
        (error: unknown) => {
          const status = error instanceof HttpError ? error.status : 500;
          if (status >= 500) logger.warn({ err: error }, 'a live connection could not be authenticated');
          close(socket, status === 401 ? LIVE_REFUSED : status === 400 ? POLICY_VIOLATION : TRY_AGAIN_LATER);
        },
      );
    });
  }

  const onUpgrade = (request: IncomingMessage, duplex: Duplex, head: Buffer) => {
    duplex.on('error', () => duplex.destroy());
    const refuse = (status: string) =>
      duplex.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => duplex.destroy());
    const ctx = koa.createContext(request, new ServerResponse(request));
    const path = pathOf(request);
    const authenticate =
      path === LIVE_DEVICE_PATH ? authenticateDevice : path === LIVE_USER_PATH ? authenticateUser : null;
    if (!authenticate) return refuse('404 Not Found');
    if (!isAcceptedHost(config, ctx.hostname)) return refuse('421 Misdirected Request');
    if (isStopping || clients.size >= MAX_CONNECTIONS) return refuse('503 Service Unavailable');
    const address = clientAddress(ctx);
    const isLimited =
      connected.of(address) >= MAX_CONNECTIONS_PER_ADDRESS ||
      unauthenticated.of(address) >= MAX_UNAUTHENTICATED_PER_ADDRESS;
    if (isLimited) return refuse('429 Too Many Requests');
    webSockets.handleUpgrade(request, duplex, head, (socket) => accept(socket, address, authenticate));
  };
  server.on('upgrade', onUpgrade);

  /** Pages that wait for their hint, by owner. */
  const toHint = new Map<string, Set<DeviceConnection>>();
  let isHinting = false;
  const hintWork = async (connections: Iterable<DeviceConnection | null>) => {
    for (const connection of connections) {
      if (!connection) continue;
      const ofOwner = toHint.get(connection.owner_id) ?? new Set();
      toHint.set(connection.owner_id, ofOwner.add(connection));
    }
    if (isHinting) return;
    isHinting = true;
    while (toHint.size > 0 && !isStopping) {
      // Owners take turns, so that one owner's thousands of pages do not delay the others'.
      const each = Math.ceil(HINTS_AT_ONCE / toHint.size);
      for (const [ownerId, ofOwner] of toHint) {
        for (const connection of [...ofOwner].slice(0, each)) {
          ofOwner.delete(connection);
          live.hintWork(connection);
        }
        if (ofOwner.size === 0) toHint.delete(ownerId);
      }
      if (toHint.size > 0) await sleep(PAUSE_BETWEEN_HINTS_MS, undefined, { ref: false });
    }
    isHinting = false;
  };

  const receive = (hint: Hint) => {
    if (hint.kind === 'work') {
      void hintWork('owner' in hint ? live.devicesOf(hint.owner) : [live.deviceOfPage(hint.page)]);
    } else if (hint.kind === 'changed') {
      for (const connection of live.userConnections(hint.owner)) {
        if (connection.tab !== hint.tab) live.hintChange(connection, hint.tags);
      }
    } else if (hint.kind === 'sessions_ended') {
      // The clients connect again, which succeeds only with a valid session.
      for (const { socket } of live.userConnections(hint.owner)) close(socket, SERVICE_RESTART);
    }
  };

  /** Keeps the connected pages active, closes void devices, and hints pages whose hint was lost. */
  const markPages = async () => {
    const devices = live.allDevices();
    for (let start = 0; start < devices.length; start += MARKED_AT_ONCE) {
      const batch = devices.slice(start, start + MARKED_AT_ONCE);
      const rows = await markConnectedPages(db, [batch.map(({ device_id }) => device_id)]);
      const hasWork = new Map(rows.map((row) => [row.device_id, row.has_work]));
      for (const { device_id, socket } of batch) if (!hasWork.has(device_id)) close(socket, LIVE_REFUSED);
      void hintWork(batch.filter(({ device_id }) => hasWork.get(device_id)));
    }
  };
  const marking = startRepeatingTimer({
    name: 'marking connected pages',
    everySeconds: markEveryMs / 1000,
    logger,
    work: markPages,
  });
  const listening = listenForHints(db, logger, {
    receive: (hints) => hints.forEach(receive),
    connected: () => {
      marking.wake();
      // Tabs may have missed changes, and the end of their session: they connect again and refetch.
      for (const { socket } of live.allUsers()) {
        setTimeout(() => close(socket, SERVICE_RESTART), Math.random() * spreadMs).unref();
      }
    },
  });

  const checking = setInterval(() => {
    const silentSince = Date.now() - silenceMs;
    for (const client of clients) {
      client.messages = 0;
      if (client.lastMessageAt < silentSince) client.socket.terminate();
    }
  }, checkEveryMs);

  return {
    /** Closes all connections with 1012. Clients connect again, to another process or after the restart. */
    async stop() {
      isStopping = true;
      clearInterval(checking);
      const closed = Promise.all(
        [...clients].map(({ socket }) => {
          const closing = new Promise((resolve) => socket.once('close', resolve));
          socket.close(SERVICE_RESTART);
          return closing;
        }),
      );
      await Promise.race([closed, sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
      for (const { socket } of clients) socket.terminate();
      server.off('upgrade', onUpgrade);
      // A database that does not answer must not delay the rest of the stop.
      const stopped = Promise.all([marking.stop(), listening.stop()]);
      await Promise.race([stopped, sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

/** Closes a connection, also when the client does not answer the close. */
function close(socket: WebSocket, code: number): void {
  socket.close(code);
  setTimeout(() => socket.terminate(), CLOSE_WITHIN_MS).unref();
}

/** The path of a request; empty if its target is not a path. Koa's `path` throws for some targets. */
const pathOf = ({ url = '' }: IncomingMessage): string => (url.startsWith('/') ? (url.split('?', 1)[0] ?? '') : '');

class CountByAddress {
  private readonly counts = new Map<string, number>();

  of(address: string): number {
    return this.counts.get(address) ?? 0;
  }

  add(address: string): void {
    this.counts.set(address, this.of(address) + 1);
  }

  remove(address: string): void {
    const count = this.of(address) - 1;
    if (count <= 0) this.counts.delete(address);
    else this.counts.set(address, count);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
