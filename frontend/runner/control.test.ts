import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { startControl, TOKEN_HEADER } from './control.ts';
import type { Runner } from './Runner.ts';

const runner = { status: () => ({ pages: [] }), answer: jest.fn() } as unknown as Runner;

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** fetch would not send another Host. */
const statusOf = (port: number, path: string, headers: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

test('its calls need the token, its page has none, and another Host is refused', async () => {
  const port = await freePort();
  const control = await startControl(runner, { port, token: 'secret' });
  expect(await statusOf(port, '/', {})).toBe(200);
  expect(await statusOf(port, '/status', {})).toBe(401);
  expect(await statusOf(port, '/status', { [TOKEN_HEADER]: 'wrong' })).toBe(401);
  expect(await statusOf(port, '/status', { [TOKEN_HEADER]: 'secret' })).toBe(200);
  expect(await statusOf(port, '/nothing', { [TOKEN_HEADER]: 'secret' })).toBe(404);
  expect(await statusOf(port, '/', { Host: 'attacker.example' })).toBe(421);
  control.closeAllConnections();
  control.close();
});

test('only one program can have the port of a folder', async () => {
  const port = await freePort();
  const first = await startControl(runner, { port, token: 'secret' });
  await expect(startControl(runner, { port, token: 'secret' })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  first.close();
});
