import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeviceHello,
  EXTENSION_ID,
  LIVE_DEVICE_PATH,
  LIVE_REFUSED,
  LIVE_REPLACED,
  LIVE_RUNNER_PATH,
  LIVE_SILENCE_SECONDS,
  LIVE_USER_PATH,
  UserHello,
} from '@flyerdeck/contracts';
import type Koa from 'koa';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Db } from '../../database/statement.ts';
import { liveConnections } from '../../metrics.ts';
import { HttpError, unauthorized } from '../http/errors.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { validateRequest } from '../http/validate.ts';
import { clientAddress } from '../security/clientAddress.ts';
import { hashSecret } from '../security/secrets.ts';
import { isAcceptedHost } from '../security/securityHeaders.ts';
import { findConnectedPage, findConnectedRunner } from './connected.query.ts';
import {
  closeConnection,
  type LiveParts,
  POLICY_VIOLATION,
  SERVICE_RESTART,
  sendMessage,
  TRY_AGAIN_LATER,
} from './connections.ts';
import { DELIVERY_TIMES, startHintDelivery } from './hintDelivery.ts';

/** The first message has a session token and a Telegram id. Later messages are pings. */
const MAX_MESSAGE_BYTES = 256;
const MAX_CONNECTIONS = 20_000;
/** Many pages of one office or household. */
const MAX_CONNECTIONS_PER_ADDRESS = 5_000;
const MAX_CONNECTIONS_PER_USER = 50;
const MAX_UNAUTHENTICATED_PER_ADDRESS = 200;
/** A client sends a ping every 20 s. */
const MAX_MESSAGES_BETWEEN_CHECKS = 10;
/** For the clients to answer the close, and for the database. */
const STOP_WITHIN_MS = 500;

interface Client {
  readonly socket: WebSocket;
  readonly address: string;
  lastMessageAt: number;
  messages: number;
  /** Null until the connection is authenticated. */
  leave: (() => void) | null;
}

const TIMES = {
  authenticateWithinMs: 5_000,
  checkEveryMs: 10_000,
  silenceMs: LIVE_SILENCE_SECONDS * 1000,
  ...DELIVERY_TIMES,
};

interface LiveOptions {
  readonly koa: Pick<Koa, 'createContext'>;
  readonly server: Server;
  readonly endpoints: Pick<EndpointRouter, 'authenticateUser' | 'guard'>;
  readonly times?: Partial<typeof TIMES>;
}

export function startLiveServer(
  app: LiveParts,
  { koa, server, endpoints, times = {} }: LiveOptions,
): { stop(): Promise<void> } {
  const { authenticateWithinMs, checkEveryMs, silenceMs, markEveryMs, spreadMs } = { ...TIMES, ...times };
  const { config, deviceDb, limits, live, logger } = app;
  const webSockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, clientTracking: false });
  const clients = new Set<Client>();
  /** Of each address: after a restart thousands connect at once, and each is compared with the limits of its address. */
  const byAddress = new Map<string, Set<Client>>();
  let isStopping = false;

  const remove = (client: Client) => {
    if (!clients.delete(client)) return;
    const ofAddress = byAddress.get(client.address);
    ofAddress?.delete(client);
    if (ofAddress?.size === 0) byAddress.delete(client.address);
    client.leave?.();
    updateMetrics();
  };
  const updateMetrics = () => {
    liveConnections.set({ type: 'device' }, live.devices.size);
    liveConnections.set({ type: 'runner' }, live.runners.size);
    liveConnections.set({ type: 'user' }, live.users.size);
  };

  async function findBySecret<Row>(
    client: Client,
    hello: unknown,
    find: (db: Db, values: [secretHash: Buffer]) => Promise<Row[]>,
  ): Promise<Row> {
    validateRequest('body', DeviceHello, hello);
    const secretHash = hashSecret((hello as DeviceHello).secret);
    const key = secretHash.toString('base64');
    const row = await endpoints.guard.run(key, client.address, async () => {
      const [found] = await find(deviceDb, [secretHash]);
      if (!found) throw unauthorized('auth.invalid', 'This device or runner is not linked.');
      return found;
    });
    await limits.device.consume(key);
    return row;
  }

  async function authenticateDevice(client: Client, hello: unknown): Promise<void> {
    const page = await findBySecret(client, hello, findConnectedPage);
    if (client.socket.readyState !== client.socket.OPEN) return;
    const connection = { ...page, socket: client.socket };
    const earlier = live.devices.add(page.page_guid, connection);
    if (earlier) closeConnection(earlier.socket, LIVE_REPLACED);
    client.leave = () => live.devices.remove(page.page_guid, connection);
  }

  async function authenticateRunner(client: Client, hello: unknown): Promise<void> {
    const runner = await findBySecret(client, hello, findConnectedRunner);
    if (client.socket.readyState !== client.socket.OPEN) return;
    const connection = { ...runner, socket: client.socket };
    const earlier = live.runners.add(runner.runner_id, connection);
    if (earlier) closeConnection(earlier.socket, LIVE_REPLACED);
    client.leave = () => live.runners.remove(runner.runner_id, connection);
    delivery
      .runnerConnected(connection)
      .catch((error: unknown) => logger.warn({ err: error }, 'a runner could not be marked'));
  }

  async function authenticateUser(client: Client, hello: unknown): Promise<void> {
    validateRequest('body', UserHello, hello);
    const { session_token, telegram_id, tab } = hello as UserHello;
    const { id: userId } = await endpoints.authenticateUser(session_token, telegram_id, client.address);
    await limits.read.consume(userId);
    if (client.socket.readyState !== client.socket.OPEN) return;
    if (live.usersOf(userId).length >= MAX_CONNECTIONS_PER_USER) {
      throw new HttpError(429, 'rate_limited', 'Too many tabs are connected.');
    }
    const connection = { owner_id: userId, tab, socket: client.socket };
    live.users.add(connection);
    client.leave = () => live.users.delete(connection);
  }

  function accept(socket: WebSocket, address: string, authenticate: typeof authenticateUser): void {
    const authenticateBy = setTimeout(() => closeConnection(socket, POLICY_VIOLATION), authenticateWithinMs);
    const client: Client = { socket, address, lastMessageAt: Date.now(), messages: 0, leave: null };
    clients.add(client);
    byAddress.set(address, (byAddress.get(address) ?? new Set()).add(client));
    socket.on('close', () => {
      clearTimeout(authenticateBy);
      remove(client);
    });
    // A message that is too long or not valid: ws closes the connection.
    socket.on('error', () => undefined);
    let isFirst = true;
    socket.on('message', (data) => {
      if (socket.readyState !== socket.OPEN) return;
      client.lastMessageAt = Date.now();
      client.messages += 1;
      if (client.messages > MAX_MESSAGES_BETWEEN_CHECKS) return closeConnection(socket, POLICY_VIOLATION);
      if (!isFirst) return client.leave === null ? undefined : sendMessage(socket, { type: 'pong' });
      isFirst = false;
      authenticate(client, parsed(String(data))).then(
        () => {
          clearTimeout(authenticateBy);
          sendMessage(socket, { type: 'ready' });
          updateMetrics();
        },
        (error: unknown) => {
          const status = error instanceof HttpError ? error.status : 500;
          if (status >= 500) logger.warn({ err: error }, 'a live connection could not be authenticated');
          closeConnection(socket, status === 401 ? LIVE_REFUSED : status === 400 ? POLICY_VIOLATION : TRY_AGAIN_LATER);
        },
      );
    });
  }

  const authentications = new Map([
    [LIVE_DEVICE_PATH, authenticateDevice],
    [LIVE_RUNNER_PATH, authenticateRunner],
    [LIVE_USER_PATH, authenticateUser],
  ]);

  const onUpgrade = (request: IncomingMessage, duplex: Duplex, head: Buffer) => {
    duplex.on('error', () => duplex.destroy());
    const refuse = (status: string) =>
      duplex.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => duplex.destroy());
    const ctx = koa.createContext(request, new ServerResponse(request));
    const path = pathOf(request);
    const authenticate = authentications.get(path);
    if (!authenticate) return refuse('404 Not Found');
    if (!isAcceptedHost(config, ctx.hostname)) return refuse('421 Misdirected Request');
    if (!isAcceptedOrigin(path, request.headers, config.publicUrl)) return refuse('403 Forbidden');
    if (isStopping || clients.size >= MAX_CONNECTIONS) return refuse('503 Service Unavailable');
    const address = clientAddress(ctx);
    const ofAddress = byAddress.get(address);
    const isLimited =
      ofAddress !== undefined &&
      (ofAddress.size >= MAX_CONNECTIONS_PER_ADDRESS ||
        unauthenticatedOf(ofAddress) >= MAX_UNAUTHENTICATED_PER_ADDRESS);
    if (isLimited) return refuse('429 Too Many Requests');
    webSockets.handleUpgrade(request, duplex, head, (socket) => accept(socket, address, authenticate));
  };
  server.on('upgrade', onUpgrade);

  const delivery = startHintDelivery(app, { markEveryMs, spreadMs });

  const checking = setInterval(() => {
    const silentSince = Date.now() - silenceMs;
    for (const client of clients) {
      client.messages = 0;
      if (client.lastMessageAt < silentSince) client.socket.terminate();
    }
  }, checkEveryMs);

  return {
    /** With 1012. Clients connect again, to another process or after the restart. */
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
      await Promise.race([delivery.stop(), sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

function unauthenticatedOf(clients: Iterable<Client>): number {
  let count = 0;
  for (const { leave } of clients) if (leave === null) count += 1;
  return count;
}

/** Empty if the target is not a path. Koa's `path` throws for some targets. */
const pathOf = ({ url = '' }: IncomingMessage): string => (url.startsWith('/') ? (url.split('?', 1)[0] ?? '') : '');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Browsers send the origin of the page. Other programs, such as runners, send none and can choose any. */
function isAcceptedOrigin(
  path: string,
  { origin, host }: IncomingMessage['headers'],
  publicUrl: string | null,
): boolean {
  if (origin === undefined) return true;
  if (path === LIVE_DEVICE_PATH) return origin === `chrome-extension://${EXTENSION_ID}`;
  // A proxy in front may have replaced the Host.
  const own = [`http://${host}`, `https://${host}`, ...(publicUrl ? [publicUrl] : [])];
  return own.some((url) => URL.canParse(url) && new URL(url).origin === origin);
}
