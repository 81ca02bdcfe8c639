import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
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
