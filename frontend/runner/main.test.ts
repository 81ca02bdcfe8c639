import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { TOKEN_HEADER } from './control.ts';
import { nextWakeMs, TIMES } from './nextWake.ts';
import { RemoteView } from './RemoteView.ts';
import { RunnerFolder } from './runnerFolder.ts';

describe('main', () => {
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
    await until(
      async () => (await call('GET', '/status')).includes('"code":null') && (await settings()).secret !== null,
    );
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
});

const MINUTE_MS = 60_000;
const wake = (given: Partial<Parameters<typeof nextWakeMs>[0]>) =>
  nextWakeMs({ health: 'ok', failures: 0, hasFailed: false, nextLookMs: null, nowMs: 0, times: TIMES, ...given });

test('a page without a problem wakes when its extension wants to look, but not within a minute', () => {
  expect(wake({})).toBeNull();
  expect(wake({ nextLookMs: 10 * MINUTE_MS })).toBe(10 * MINUTE_MS);
  expect(wake({ nextLookMs: 5 })).toBe(MINUTE_MS);
});

test('a page that a person must log in to is not started again', () => {
  for (const health of ['logged_out', 'wrong_account'] as const) {
    expect(wake({ health, failures: 1, nextLookMs: 5, hasFailed: true })).toBeNull();
  }
});

test('other problems are looked at after 15 minutes, an hour, 4 hours, then every 6 hours', () => {
  const minutes = [1, 2, 3, 4, 9].map((failures) => Number(wake({ health: 'site_failing', failures })) / MINUTE_MS);
  expect(minutes).toEqual([15, 60, 240, 360, 360]);
});

test('a browser that has crashed is started again at once, then after a minute, then ever more rarely', () => {
  const seconds = [1, 2, 3].map((failures) => Number(wake({ failures, hasFailed: true })) / 1000);
  expect(seconds).toEqual([0, 60, 240]);
});

describe('folder', () => {
  let root = '';
  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'runner-folder-'));
  });
  afterEach(() => rm(root, { recursive: true }));

  const page = { profile: 'a1', creatorId: '1', username: 'luna', wakeAtMs: null, wasAwake: false };

  test('what it stores is there after a start, and can be read by its user only', async () => {
    const folder = await RunnerFolder.open(root);
    await folder.keepSecret('secret');
    await Promise.all([folder.keepPage(page), folder.keepPage({ ...page, profile: 'b2', creatorId: '2' })]);
    await folder.keepPage({ ...page, wasAwake: true });
    const again = await RunnerFolder.open(root);
    expect([again.secret, again.port, again.token]).toEqual(['secret', folder.port, folder.token]);
    expect(again.pages.map(({ profile, wasAwake }) => [profile, wasAwake])).toEqual([
      ['b2', false],
      ['a1', true],
    ]);
    expect((await stat(path.join(root, 'runner.json'))).mode & 0o777).toBe(0o600);
    expect((await stat(path.join(root, 'profiles'))).mode & 0o777).toBe(0o700);
  });

  test('a folder that exists is closed to other users with a message, and its secrets too [S13.3-2]', async () => {
    await RunnerFolder.open(root);
    await chmod(root, 0o755);
    await chmod(path.join(root, 'profiles'), 0o777);
    await chmod(path.join(root, 'runner.json'), 0o644);
    const warn = jest.fn();
    await RunnerFolder.open(root, warn);
    const modes = await Promise.all(
      ['', 'profiles', 'runner.json'].map(async (name) => (await stat(path.join(root, name))).mode & 0o777),
    );
    expect(modes).toEqual([0o700, 0o700, 0o600]);
    expect(warn.mock.calls).toEqual([[`Other users of this machine could open ${root}. Now only its user can.`]]);
    await RunnerFolder.open(root, warn);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  test("another user's folder, and one for everybody, are refused and stay as they are", async () => {
    await chmod(root, 0o1777);
    const refusal = 'does not belong to the user who starts the runner';
    await expect(RunnerFolder.open(root)).rejects.toThrow(refusal);
    expect((await stat(root)).mode & 0o7777).toBe(0o1777);
    await chmod(root, 0o755);
    jest.spyOn(process, 'getuid').mockReturnValue((process.getuid?.() ?? 0) + 1);
    await expect(RunnerFolder.open(root)).rejects.toThrow(refusal);
    expect((await stat(root)).mode & 0o7777).toBe(0o755);
    expect(await readdir(root)).toEqual([]);
  });

  test.each(['', '..', '.', 'a1/..', '/', 'x'.repeat(100_000)])('%j is no profile', async (profile) => {
    const folder = await RunnerFolder.open(root);
    await folder.keepPage(page);
    await mkdir(path.join(root, 'profiles/a1'));
    await expect(folder.deleteProfile(profile)).rejects.toThrow('There is no such profile.');
    expect(folder.pages).toEqual([page]);
    expect(await readdir(path.join(root, 'profiles'))).toEqual(['a1']);
    // As if somebody had written it into the file.
    const file = path.join(root, 'runner.json');
    await writeFile(file, JSON.stringify({ secret: 's', port: 1, token: 't', pages: [{ ...page, profile }] }));
    await expect(RunnerFolder.open(root)).rejects.toThrow('runner.json is damaged.');
  });

  test('a link is neither followed nor deleted', async () => {
    const folder = await RunnerFolder.open(root);
    await folder.keepPage(page);
    const elsewhere = path.join(root, 'elsewhere');
    await mkdir(path.join(elsewhere, 'Default'), { recursive: true });
    await symlink(elsewhere, path.join(root, 'profiles/a1'));
    await expect(folder.profilePath('a1')).rejects.toThrow('follows no links');
    await expect(folder.deleteProfile('a1')).rejects.toThrow('follows no links');
    expect([folder.pages, await readdir(elsewhere), await readdir(path.join(root, 'profiles'))]).toEqual([
      [page],
      ['Default'],
      ['a1'],
    ]);
    await rm(path.join(root, 'profiles'), { recursive: true });
    await symlink(elsewhere, path.join(root, 'profiles'));
    await expect(RunnerFolder.open(root)).rejects.toThrow('follows no links');
  });
});

const pageAt = (url: string, opener: Page | null = null) => {
  const made: string[] = [];
  const act =
    (name: string) =>
    async (...args: unknown[]) =>
      void made.push(`${name} ${args.join()}`.trim());
  return {
    made,
    url: () => url,
    opener: async () => opener,
    screenshot: async () => Buffer.from(url),
    mouse: { move: act('move'), down: act('down'), up: act('up'), wheel: act('wheel') },
    keyboard: { press: act('press'), type: act('type'), insertText: act('insertText') },
    goto: act('goto'),
    goBack: act('goBack'),
  } as unknown as Page & { readonly made: string[] };
};
const viewOf = (...pages: Page[]) => new RemoteView({ pages: () => pages });

test('it makes what a person does, and nothing else', async () => {
  const page = pageAt('https://site.example/');
  const inputs = [
    { type: 'move', x: 3, y: 4 },
    { type: 'down', count: 2 },
    { type: 'up' },
    { type: 'wheel', x: 0, y: 50 },
    { type: 'text', text: 'é' },
    { type: 'text', text: 'two\nlines' },
    { type: 'key', key: 'Control+Shift+ArrowLeft' },
    { type: 'address', address: 'https://site.example/login' },
    { type: 'back' },
  ];
  const refused = [
    null,
    { type: 'move', x: 'a', y: 1 },
    { type: 'key', key: 'Control+' },
    { type: 'text', text: 'x'.repeat(3_000) },
    { type: 'address', address: 'file:///etc/passwd' },
    { type: 'close' },
  ];
  const view = viewOf(page);
  await view.input([...inputs, ...refused]);
  await view.input('Enter');
  expect(page.made).toEqual([
    'move 3,4',
    'down [object Object]',
    'up [object Object]',
    'wheel 0,50',
    'type é',
    'insertText two\nlines',
    'press Control+Shift+ArrowLeft',
    'goto https://site.example/login,[object Object]',
    'goBack [object Object]',
  ]);
});
