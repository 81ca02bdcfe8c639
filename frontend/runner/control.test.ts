import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { startControl, TOKEN_HEADER } from './control.ts';
import { Runner } from './Runner.ts';
import type { RunnerFolder } from './runnerFolder.ts';

const page = { profile: 'a1', creatorId: '1', username: 'luna', wakeAtMs: null, wasAwake: false };
const deleteProfile = jest.fn();
const TOKEN = { [TOKEN_HEADER]: 'secret' };

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

let port = 0;
let control: Server;
beforeEach(async () => {
  port = await freePort();
  const folder = { port, token: 'secret', secret: 's', pages: [page], deleteProfile } as unknown as RunnerFolder;
  const browser = { executablePath: '', isHeadless: true, args: [] };
  const runner = new Runner({ folder, serverUrl: 'http://localhost:1', atOnce: 1, browser, log: () => undefined });
  control = await startControl(runner, folder);
});
afterEach(() => {
  control.closeAllConnections();
  control.close();
});

/** fetch would not send another Host. */
const ask = (method: string, path: string, headers: Record<string, string>, body = '') =>
  new Promise<[number, string]>((resolve, reject) => {
    request({ port, host: '127.0.0.1', method, path, headers }, async (response) => {
      let text = '';
      for await (const part of response) text += part;
      resolve([response.statusCode ?? 0, text]);
    })
      .on('error', reject)
      .end(body);
  });
const statusOf = async (path: string, headers: Record<string, string>) => (await ask('GET', path, headers))[0];

test('its calls need the token, its page has none, and another Host is refused', async () => {
  expect(await statusOf('/', {})).toBe(200);
  expect(await statusOf('/status', {})).toBe(401);
  expect(await statusOf('/status', { [TOKEN_HEADER]: 'wrong' })).toBe(401);
  expect(await statusOf('/status', { [TOKEN_HEADER]: '' })).toBe(401);
  expect(await statusOf('/status', TOKEN)).toBe(200);
  expect(await statusOf('/nothing', TOKEN)).toBe(404);
  expect(await statusOf('/', { Host: 'attacker.example' })).toBe(421);
});

test.each(['/add', '/open', '/view', '/input', '/remove'])(
  'no other user of the machine and no page of the web can call %s [S8.2-6]',
  async (path) => {
    const body = '{"profile":"a1"}';
    expect(await ask('POST', path, {}, body)).toEqual([401, '{"error":"The token is needed."}']);
    for (const origin of ['https://attacker.example', 'null', `http://127.0.0.1:${port + 1}`])
      expect(await ask('POST', path, { ...TOKEN, Origin: origin }, body)).toEqual([403, '{"error":"Another origin."}']);
    expect((await ask('POST', path, { ...TOKEN, Host: `attacker.example:${port}` }, body))[0]).toBe(421);
    // The question of a browser whether another origin may send the token.
    expect((await ask('OPTIONS', path, { Origin: 'https://attacker.example' }))[0]).toBe(403);
    expect(deleteProfile).not.toHaveBeenCalled();
  },
);

test.each(['', '[]', '{"profile":""}', '{"profile":["a1"]}', '{"profile":"a1/../.."}', '{"profile":"A1"}'])(
  'remove, open and close of %j are refused and change nothing [S8.2-6]',
  async (body) => {
    for (const path of ['/remove', '/open', '/close'])
      expect(await ask('POST', path, TOKEN, body)).toEqual([400, '{"error":"This page is not on this runner."}']);
    expect(deleteProfile).not.toHaveBeenCalled();
  },
);

test('a page is removed by its exact profile', async () => {
  expect(await ask('POST', '/remove', { ...TOKEN, Origin: `http://127.0.0.1:${port}` }, '{"profile":"a1"}')).toEqual([
    200,
    '{}',
  ]);
  expect(deleteProfile.mock.calls).toEqual([['a1']]);
});
