import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildPage, buildUser } from '../../../test/factories.ts';
import { waitForLockWait } from '../../../test/locks.ts';
import { useTestServer } from '../../../test/testServer.ts';
import { createApp } from '../../app.ts';
import { createContext } from '../../context.ts';
import { closeDatabase, openDatabase } from '../../dataSource.ts';
import { closeServer, createHttpServer } from './httpServer.ts';
import { readableLogger } from './smallServer.testing.ts';

const server = useTestServer();

/** A server with its own pool, and a poll of a device that waits for a table that another transaction has locked. */
async function stoppingServer() {
  const { db, config } = server.context;
  const owner = await buildUser(db, { posting: true });
  const page = await buildPage(db, owner.id);
  const url = new URL(process.env.FLYERDECK_TEST_POSTGRES_URL ?? '');
  const [{ name }] = (await db.query('SELECT current_database() AS name')) as [{ name: string }];
  url.pathname = `/${name}`;
  const own = await openDatabase(url.href, { poolSize: 5 });
  const { logger, lines } = readableLogger();
  const { koa, drain } = createApp(createContext({ config, logger, db: own, deviceDb: own }));
  const http = createHttpServer(koa.callback()).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  const holder = await server.context.pool.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE devices');
  const answer = fetch(`${baseUrl}/api/extension/poll`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${page.deviceSecret}` },
  });
  await waitForLockWait(db);
  const releaseLock = async () => {
    await holder.query('ROLLBACK');
    holder.release();
  };
  return {
    baseUrl,
    answer,
    lines,
    releaseLock,
    stop: async () => {
      await closeServer(http, drain);
      await closeDatabase(own);
    },
  };
}

test('a request in flight is answered before the server stops, and its connection is closed [S16.5-6]', async () => {
  const { baseUrl, answer, releaseLock, stop } = await stoppingServer();
  const stopped = stop();
  const isOpen = () =>
    fetch(`${baseUrl}/healthz`).then(
      () => true,
      () => false,
    );
  while (await isOpen()) await sleep(5);
  await releaseLock();
  const { status, headers } = await answer;
  expect([status, headers.get('Connection')]).toEqual([200, 'close']);
  await stopped;
});

test('a request that takes too long is answered 503, and is not logged as an internal error', async () => {
  const { answer, lines, releaseLock, stop } = await stoppingServer();
  const stopped = stop();
  const response = await answer;
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '2']);
  expect(await response.json()).toEqual({
    error: 'The server is restarting. Please try again in a moment.',
    code: 'unavailable',
  });
  // The lock is released now, and the waiting request gets a pool that has ended.
  await releaseLock();
  await stopped;
  await sleep(200);
  expect(lines().filter(({ msg }) => msg === 'unexpected error')).toEqual([]);
});

test('the connection of a client that reads nothing of its answer is closed [S2.4-5]', async () => {
  const server = createHttpServer((_, response) => response.end(Buffer.alloc(64 * 1024 * 1024)), 500);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const opened = once(server, 'connection');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [socket] = await opened;
  await once(socket, 'close');
  client.destroy();
  server.close();
});
