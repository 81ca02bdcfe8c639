import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createHttpServer } from './httpServer.ts';

test('an idle connection is kept open for more than 60 seconds, longer than proxies keep theirs', async () => {
  const server = createHttpServer((_, response) => response.end('ok')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(await response.text()).toBe('ok');
  const [, seconds] = /timeout=(\d+)/.exec(response.headers.get('Keep-Alive') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
  server.closeAllConnections();
  server.close();
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
