import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect as connectSocket } from 'node:net';
import {
  addToQueue,
  adjustCredits,
  createAssistant,
  createPreset,
  EXTENSION_ID,
  endRunner,
  endSession,
  LIVE_DEVICE_PATH,
  LIVE_REFUSED,
  LIVE_RUNNER_PATH,
  LIVE_USER_PATH,
  type LiveMessage,
  listRunners,
  listSessions,
  listUserPages,
  pollDevice,
  resumeAssistant,
  startQueue,
  unlinkPage,
  updateUser,
} from '@flyerdeck/contracts';
import { WebSocket } from 'ws';
import { type Person, signUp, signUpAdmin } from '../../../test/api/people.testing.ts';
import {
  type BuiltPage,
  buildAssistant,
  buildPage,
  buildQueuedAssistant,
  insertRunner,
} from '../../../test/factories.ts';
import { type Credentials, useTestServer } from '../../../test/testServer.ts';
import { createHttpServer } from '../http/httpServer.ts';
import { sendMessage } from './connections.ts';
import { startLiveServer } from './liveServer.ts';

const EXTENSION = `chrome-extension://${EXTENSION_ID}`;

const server = useTestServer();
const http: Server[] = [];
const stops: (() => Promise<void>)[] = [];

type Times = NonNullable<Parameters<typeof startLiveServer>[1]['times']>;

/** Another HTTP server of the same app with a live channel, as a second process has it. Returns its address. */
async function startLive(times: Times = {}): Promise<{ url: string; stop(): Promise<void> }> {
  const { koa, endpoints } = server.app;
  const own = createHttpServer(koa.callback()).listen(0, '127.0.0.1');
  http.push(own);
  await once(own, 'listening');
  const live = startLiveServer(server.context, { koa, server: own, endpoints, times });
  stops.push(() => live.stop());
  return { url: `ws://127.0.0.1:${(own.address() as AddressInfo).port}`, stop: live.stop };
}

afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  await Promise.all(http.splice(0).map((own) => new Promise((resolve) => own.close(resolve))));
});

/** A connection whose messages can be awaited in their order. */
class Client {
  readonly socket: WebSocket;
  private readonly messages: LiveMessage[] = [];
  private wake = () => {};
  readonly closed: Promise<number>;

  constructor(address: string) {
    this.socket = new WebSocket(address);
    this.socket.on('message', (data) => {
      this.messages.push(JSON.parse(String(data)));
      this.wake();
    });
    this.socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => this.socket.once('close', resolve));
    this.socket.once('close', () => this.wake());
  }

  /** Messages that arrived and were not awaited yet. */
  get waiting(): number {
    return this.messages.length;
  }

  async next(): Promise<LiveMessage> {
    while (this.messages.length === 0) {
      if (this.socket.readyState === WebSocket.CLOSED) throw new Error('The connection was closed.');
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    return this.messages.shift() as LiveMessage;
  }

  /** The next message of this type. Others are skipped. */
  async nextOf(type: LiveMessage['type']): Promise<LiveMessage> {
    for (;;) {
      const message = await this.next();
      if (message.type === type) return message;
    }
  }

  async send(message: unknown): Promise<void> {
    if (this.socket.readyState === WebSocket.CONNECTING) await once(this.socket, 'open');
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Proof that no earlier message is on its way: the server answers in order. */
  async ping(): Promise<LiveMessage> {
    await this.send({ type: 'ping' });
    return this.next();
  }
}

async function open(address: string, hello: unknown): Promise<Client> {
  const client = new Client(address);
  await client.send(hello);
  return client;
}
async function connect(address: string, hello: unknown): Promise<Client> {
  const client = await open(address, hello);
  expect(await client.next()).toEqual({ type: 'ready' });
  return client;
}
const expectRefused = async (address: string, hello: unknown) =>
  expect(await (await open(address, hello)).closed).toBe(LIVE_REFUSED);
const connectDevice = (url: string, secret: string) => connect(`${url}${LIVE_DEVICE_PATH}`, { secret });
const connectRunnerBy = (url: string, secret: string) => connect(`${url}${LIVE_RUNNER_PATH}`, { secret });

const helloOf = ({ sessionToken, telegramId }: Credentials, tab = 'tab') => ({
  session_token: sessionToken,
  telegram_id: telegramId,
  tab,
});

const connectTab = (url: string, as: Credentials, tab?: string) => connect(`${url}${LIVE_USER_PATH}`, helloOf(as, tab));

const polledAt = async (guid: string) =>
  (await server.context.pool.query('SELECT last_polled_at FROM pages WHERE guid = $1', [guid])).rows[0].last_polled_at;

/** A user with a linked page that is connected, and a queued flyer. Posting is off. */
async function connectPage(url: string) {
  const owner = await signUp(server);
  const { db } = server.context;
  const page = await buildPage(db, owner.id);
  const { id: assistantId } = await buildQueuedAssistant(db, owner.id, { pages: [page], flyers: ['One'] });
  return { owner, page, assistantId, device: await connectDevice(url, page.deviceSecret) };
}

describe('a device', () => {
  test('gets a hint when its owner starts posting on any process, and claims the posting then', async () => {
    const [live, other] = await Promise.all([startLive(), startLive()]);
    const { owner, page, device } = await connectPage(live.url);
    const stranger = await connectPage(other.url);
    await server.call(startQueue, { as: owner.as });
    expect(await device.next()).toEqual({ type: 'work' });
    const { json } = await server.call(pollDevice, { as: page.deviceSecret });
    expect(json).toMatchObject({ posting: { text: 'One' }, await_hint: false });
    expect(await stranger.device.ping()).toEqual({ type: 'pong' });
  });

  const causes: Record<string, (at: { owner: Person; page: BuiltPage; assistantId: string }) => Promise<unknown>> = {
    'flyers are added to the queue': async ({ owner, page }) => {
      const { id } = await buildAssistant(server.context.db, owner.id, { rules: { target_pages: [page.guid] } });
      return server.call(addToQueue, { as: owner.as, params: { id } });
    },
    'an assistant is resumed': async ({ owner, assistantId }) => {
      await server.context.pool.query("UPDATE assistants SET pause_reason = 'user' WHERE id = $1", [assistantId]);
      return server.call(resumeAssistant, { as: owner.as, params: { id: assistantId } });
    },
    'an admin adds credits': async ({ owner }) => {
      const admin = await signUpAdmin(server);
      const body = { user_id: owner.as.telegramId, amount: 50, transaction_type: 'admin_adjustment', description: '' };
      return server.call(adjustCredits, { as: admin.as, body: body as never });
    },
  };
  test.each(Object.keys(causes))('gets a hint when %s', async (cause) => {
    const live = await startLive();
    const connected = await connectPage(live.url);
    await causes[cause]?.(connected);
    expect(await connected.device.next()).toEqual({ type: 'work' });
  });

  test('gets a hint when its page is unlinked, and is closed at the next marking', async () => {
    const live = await startLive({ markEveryMs: 50 });
    const { owner, page, device } = await connectPage(live.url);
    await server.call(unlinkPage, { as: owner.as, params: { guid: page.guid } });
    expect(await device.closed).toBe(LIVE_REFUSED);
  });

  test.each(['at once', 'at the next marking'])(
    'is closed %s when its owner is deactivated, and may not connect',
    async (when) => {
      const live = await startLive(when === 'at once' ? {} : { markEveryMs: 50 });
      const { owner, page, device } = await connectPage(live.url);
      const other = await connectPage(live.url);
      const { secret } = await insertRunner(server.context.pool, owner.id);
      const runner = await connectRunnerBy(live.url, secret);
      const params = { telegramId: owner.telegramId };
      if (when === 'at once') {
        const { as } = await signUpAdmin(server);
        expect((await server.call(updateUser, { as, params, body: { is_active: false } })).status).toBe(200);
      } else await server.context.pool.query('UPDATE users SET is_active = false WHERE id = $1', [owner.id]);
      expect(await Promise.all([device.closed, runner.closed])).toEqual([LIVE_REFUSED, LIVE_REFUSED]);
      await expectRefused(`${live.url}${LIVE_DEVICE_PATH}`, { secret: page.deviceSecret });
      expect(await other.device.ping()).toEqual({ type: 'pong' });
    },
  );

  test('keeps its page active without polls, also while another statement has locked the page', async () => {
    const live = await startLive({ markEveryMs: 20 });
    const { page } = await connectPage(live.url);
    const other = await connectPage(live.url);
    await server.context.db.transaction(async (locking) => {
      await locking.query('SELECT FROM pages WHERE guid = $1 FOR UPDATE', [page.guid]);
      const before = await polledAt(page.guid);
      const otherBefore = await polledAt(other.page.guid);
      while (String(await polledAt(other.page.guid)) === String(otherBefore)) await polledAt(page.guid);
      expect(await polledAt(page.guid)).toEqual(before);
    });
  });

  test('gets a hint within a marking when every hint was lost', async () => {
    const live = await startLive({ markEveryMs: 50 });
    const { owner, device } = await connectPage(live.url);
    await server.context.pool.query('UPDATE users SET is_posting_active = true WHERE id = $1', [owner.id]);
    expect(await device.next()).toEqual({ type: 'work' });
  });
});

describe('a runner', () => {
  async function connectRunner(url: string) {
    const owner = await signUp(server);
    const { db, pool } = server.context;
    const runner = await insertRunner(pool, owner.id);
    const [page, idle] = [
      await buildPage(db, owner.id, { runnerId: runner.id }),
      await buildPage(db, owner.id, { runnerId: runner.id }),
    ];
    const { id: assistantId } = await buildQueuedAssistant(db, owner.id, { pages: [page], flyers: ['One'] });
    return { owner, runner, page, idle, assistantId, connection: await connectRunnerBy(url, runner.secret) };
  }

  test('gets a hint that names its pages with work only, by whatever process the call went', async () => {
    const [live, other] = await Promise.all([startLive(), startLive()]);
    const { owner, page, connection } = await connectRunner(live.url);
    const stranger = await connectRunner(other.url);
    await server.call(startQueue, { as: owner.as });
    expect(await connection.next()).toEqual({ type: 'work', pages: [page.guid] });
    expect(await stranger.connection.ping()).toEqual({ type: 'pong' });
  });

  test('keeps pages active whose browsers are asleep, and is shown as connected', async () => {
    const live = await startLive();
    const { owner, connection } = await connectRunner(live.url);
    const isShown = async () => {
      const { pages } = (await server.call(listUserPages, { as: owner.as })).json;
      const [runner] = (await server.call(listRunners, { as: owner.as })).json.runners;
      return pages.every((page) => page.is_active) && runner?.is_connected;
    };
    while (!(await isShown())) await connection.ping();
  });

  test('is closed with the connections of its browsers when it is ended', async () => {
    const live = await startLive();
    const { owner, runner, page, connection } = await connectRunner(live.url);
    const device = await connectDevice(live.url, page.deviceSecret);
    const other = await connectDevice(live.url, (await buildPage(server.context.db, owner.id)).deviceSecret);
    await server.call(endRunner, { as: owner.as, params: { id: runner.id } });
    expect(await Promise.all([connection.closed, device.closed])).toEqual([LIVE_REFUSED, LIVE_REFUSED]);
    expect(await other.ping()).toEqual({ type: 'pong' });
    await expectRefused(`${live.url}${LIVE_RUNNER_PATH}`, { secret: runner.secret });
  });
});

describe('a browser tab', () => {
  test('gets the changes of the other tabs of its user only, with the tags of the call [S4.4-1]', async () => {
    const live = await startLive();
    const owner = await signUp(server);
    const [own, other] = [await connectTab(live.url, owner.as, 'own'), await connectTab(live.url, owner.as, 'other')];
    const stranger = await connectTab(live.url, (await signUp(server)).as);
    await server.call(createPreset, {
      as: owner.as,
      body: { name: 'Preset', rules: {} } as never,
      headers: { 'X-Live-Tab': 'own' },
    });
    await server.call(createAssistant, { as: owner.as, body: { name: 'A' }, headers: { 'X-Live-Tab': 'own' } });
    expect(await other.nextOf('changed')).toEqual({ type: 'changed', tags: ['Assistant', 'Task'] });
    expect(await own.ping()).toEqual({ type: 'pong' });
    expect(await stranger.ping()).toEqual({ type: 'pong' });
  });

  test('is closed when its session ends, and cannot connect again [S4.4-1]', async () => {
    const live = await startLive();
    const owner = await signUp(server);
    const elsewhere = await server.signIn(owner.as.telegramId);
    const tab = await connectTab(live.url, elsewhere);
    const { json } = await server.call(listSessions, { as: owner.as });
    const id = json.sessions.find(({ is_current }) => !is_current)?.id as string;
    await server.call(endSession, { as: owner.as, params: { id } });
    expect(await tab.closed).toBe(1012);
    await expectRefused(`${live.url}${LIVE_USER_PATH}`, helloOf(elsewhere));
  });

  test('is closed after hints may have been lost, so that it connects again and refetches', async () => {
    const live = await startLive({ spreadMs: 1 });
    const tab = await connectTab(live.url, (await signUp(server)).as);
    await server.context.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'",
    );
    expect(await tab.closed).toBe(1012);
  });
});

describe('a connection is refused', () => {
  test.each([
    ['a first message that is not JSON', 'hello', 1008],
    ['a first message of another form', { token: 'x' }, 1008],
    ['an unknown secret', { secret: 'unknown' }, LIVE_REFUSED],
    ['a message of more than 256 bytes', 'x'.repeat(257), 1009],
  ])('with %s [S4.4-1]', async (_what, message, code) => {
    const client = await open(`${(await startLive()).url}${LIVE_DEVICE_PATH}`, message);
    expect(await client.closed).toBe(code);
  });

  test('without a first message in time [S4.4-1]', async () => {
    const client = new Client(`${(await startLive({ authenticateWithinMs: 20 })).url}${LIVE_DEVICE_PATH}`);
    expect(await client.closed).toBe(1008);
  });

  test('when it sends more messages than pings need [S4.4-3]', async () => {
    const live = await startLive();
    const { device } = await connectPage(live.url);
    for (let n = 0; n < 30; n++) device.socket.send('{"type":"ping"}');
    expect(await device.closed).toBe(1008);
  });

  /** The status of the handshake. */
  async function handshake(url: string, path: string, host: string, origin?: string): Promise<number> {
    const socket = connectSocket(Number(new URL(url).port), '127.0.0.1');
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `${origin === undefined ? '' : `Origin: ${origin}\r\n`}` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return Number(/^HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1]);
  }

  test('with the Origin of a foreign web page or another extension [S4.4-2]', async () => {
    const { url } = await startLive();
    const statusesOf = (path: string) =>
      Promise.all(
        [
          undefined,
          'http://localhost:3000',
          EXTENSION,
          `${EXTENSION}x`,
          'http://localhost:30001',
          'https://attacker.example',
          'null',
        ].map((origin) => handshake(url, path, 'localhost:3000', origin)),
      );
    expect(await statusesOf(LIVE_USER_PATH)).toEqual([101, 101, 403, 403, 403, 403, 403]);
    expect(await statusesOf(LIVE_DEVICE_PATH)).toEqual([101, 403, 101, 403, 403, 403, 403]);
  });
});

test('a stop closes every connection with 1012, so that clients connect to another process', async () => {
  const live = await startLive();
  const { device } = await connectPage(live.url);
  const tab = await connectTab(live.url, (await signUp(server)).as);
  await live.stop();
  expect(await Promise.all([device.closed, tab.closed])).toEqual([1012, 1012]);
});

test('hints that a client does not read are dropped, and the process keeps no more of them [S4.4-3]', async () => {
  const live = await startLive();
  const { owner, device } = await connectPage(live.url);
  const connection = server.context.live.devices.of(owner.id)[0];
  device.socket.pause();
  for (let n = 0; n < 200_000; n++) if (connection) sendMessage(connection.socket, { type: 'work' });
  expect(connection?.socket.bufferedAmount).toBeLessThan(20_000);
  device.socket.terminate();
});
