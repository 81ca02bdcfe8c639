import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { zipSync } from 'fflate';
import { TOKEN_HEADER } from './control.ts';

const LOADER = path.join(__dirname, '../../backend/test/typescriptLoader.mjs');
const PROGRAM = ['--import', LOADER, path.join(__dirname, 'main.ts')];

let root = '';
let folder = '';
let server: Server;
let running: ChildProcess | null = null;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'runner-main-'));
  folder = path.join(root, 'data');
  server = createServer((request, response) => {
    if (request.url === '/extension.zip')
      response.setHeader('ETag', '"e1"').end(zipSync({ 'manifest.json': new Uint8Array() }));
    else if (request.method === 'POST') response.end('{"pairing_code":"WXYZ-1234","secret":"secret-of-runner"}');
    else response.end('{"is_paired":true,"pages":[]}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  await stop();
  server.closeAllConnections();
  server.close();
  await rm(root, { recursive: true });
});

/** A browser that stores its arguments and does not start. */
async function fakeBrowser(): Promise<string> {
  const file = path.join(root, 'chromium');
  await writeFile(file, `#!/bin/sh\nprintf '%s\\n' "$@" > '${root}/args'\nexit 1\n`, { mode: 0o755 });
  return file;
}

/** What it stores, and what its own page shows. */
const settings = async () => JSON.parse(await readFile(path.join(folder, 'runner.json'), 'utf8'));

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds().catch(() => false))) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function call(method: string, at: string): Promise<string> {
  const { port, token } = await settings();
  return (await fetch(`http://127.0.0.1:${port}${at}`, { method, headers: { [TOKEN_HEADER]: token } })).text();
}

/** Starts the program. Resolves with what it has printed when it ends. */
async function start(env: Record<string, string> = {}): Promise<{ readonly output: Promise<string> }> {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  running = spawn(process.execPath, [...PROGRAM, '--folder', folder, '--server', url, '--headless'], {
    env: { ...process.env, CHROMIUM_PATH: await fakeBrowser(), ...env },
  });
  const output = Promise.all([text(running.stdout as never), text(running.stderr as never)]);
  await until(async () => (await call('GET', '/status')).includes('"code":null') && (await settings()).secret !== null);
  return { output: output.then((both) => both.join('')) };
}

async function stop(): Promise<void> {
  if (running?.exitCode === null) {
    running.kill('SIGTERM');
    await once(running, 'exit');
  }
  running = null;
}

/** What a command prints, and its error. */
const command = (...args: string[]) =>
  new Promise<[string, string]>((resolve) => {
    execFile(process.execPath, [...PROGRAM, '--folder', folder, ...args], (_error, out, problem) =>
      resolve([out, problem]),
    );
  });

test('what it logs has neither its token nor its secret, also when a page could not be added, and the browser gets whole arguments and no port [S13.3-2]', async () => {
  const { output } = await start({ CHROMIUM_ARGS: `--no-sandbox --user-agent="A B" '--lang=x y'` });
  const { port, token, secret } = await settings();
  expect((await command('token'))[0]).toBe(`${token}\n`);
  await call('POST', '/add');
  await until(async () => (await call('GET', '/status')).includes('launchPersistentContext'));
  await stop();
  const log = await output;
  expect(log).toContain(`The runner's own page: http://127.0.0.1:${port}/ `);
  expect(log).toContain('The page could not be added');
  expect(secret).toBe('secret-of-runner');
  for (const word of [token, secret]) expect(log).not.toContain(word);
  const args = (await readFile(path.join(root, 'args'), 'utf8')).split('\n');
  expect(args).toEqual(expect.arrayContaining(['--no-sandbox', '--user-agent=A B', '--lang=x y']));
  // A port would answer every user of the machine.
  expect(args.filter((arg) => arg.startsWith('--remote'))).toEqual(['--remote-debugging-pipe']);
});
