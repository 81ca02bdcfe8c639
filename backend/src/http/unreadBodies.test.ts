import { once } from 'node:events';
import type { Middleware } from 'koa';
import { sendRaw } from './rawRequest.testing.ts';
import { serving } from './smallServer.testing.ts';
import { drainUnreadBodies } from './unreadBodies.ts';

const refuse: Middleware = (ctx) => {
  ctx.status = 404;
};

test('a body that was refused unread is discarded at a limited rate, and its connection then serves the next request', async () => {
  const size = 300_000;
  await serving([drainUnreadBodies(1_000_000), refuse], async (baseUrl) => {
    const startedAt = performance.now();
    const { socket, answer } = await sendRaw(baseUrl, 'POST /', { 'Content-Length': String(size) });
    expect(await answer).toMatch(/^HTTP\/1.1 404 /);
    socket.write(Buffer.alloc(size));
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 404 /);
    // All but the last part, of at most 64 kB, whose pause is not awaited.
    expect(performance.now() - startedAt).toBeGreaterThan(200);
    socket.destroy();
  });
});

test('a caller that closes the connection in the middle of it does not disturb others', async () => {
  await serving([drainUnreadBodies(), refuse], async (baseUrl) => {
    const { socket, answer } = await sendRaw(baseUrl, 'POST /', { 'Content-Length': '300000' }, 'a part');
    await answer;
    socket.destroy();
    await once(socket, 'close');
    expect((await fetch(baseUrl)).status).toBe(404);
  });
});
