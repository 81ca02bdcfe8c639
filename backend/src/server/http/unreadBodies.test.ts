import { once } from 'node:events';
import type { Middleware } from 'koa';
import { sendRaw } from './rawRequest.testing.ts';
import { serving } from './smallServer.testing.ts';

const refuse: Middleware = (ctx) => {
  ctx.status = 404;
};

test('an unread body is discarded, and the connection then serves the next request', async () => {
  const size = 300_000;
  await serving([refuse], async (baseUrl) => {
    const { socket, answer } = await sendRaw(baseUrl, 'POST /', { 'Content-Length': String(size) });
    expect(await answer).toMatch(/^HTTP\/1.1 404 /);
    socket.write(Buffer.alloc(size));
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 404 /);
    socket.destroy();
  });
});

test('a connection closed in the middle of an unread body does not affect other callers', async () => {
  await serving([refuse], async (baseUrl) => {
    const { socket, answer } = await sendRaw(baseUrl, 'POST /', { 'Content-Length': '300000' }, 'a part');
    await answer;
    socket.destroy();
    await once(socket, 'close');
    expect((await fetch(baseUrl)).status).toBe(404);
  });
});
