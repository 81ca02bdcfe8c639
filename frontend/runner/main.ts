import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism, freemem, homedir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import splitArgs from 'string-argv';
import { startControl, TOKEN_HEADER } from './control.ts';
import { RUNNER_VERSION, Runner } from './Runner.ts';
import { RunnerFolder } from './runnerFolder.ts';
import type { RunnerStatus } from './runnerStatus.ts';

const HELP = `Flyerdeck runner ${RUNNER_VERSION}

  node runner.mjs                  runs the browsers of the pages; shows a code the first time
  node runner.mjs add [--many N]   opens a browser to log in
  node runner.mjs yes, no          answers whether the page in it is added
  node runner.mjs open USERNAME    shows the browser of a page, for example to log in again
  node runner.mjs close USERNAME   closes it
  node runner.mjs remove USERNAME  deletes the profile of a page with its login
  node runner.mjs status           lists the pages
  node runner.mjs token            prints the token that the runner's own page asks for

  --folder PATH               where profiles and settings are (default: ~/flyerdeck-runner-data)
  --server URL                address of Flyerdeck (default: the one that the download was made for)
  --browsers N                browsers that may run at once
  --headless                  without a screen: the runner's own page shows open browsers
  --yes                       with add: link without a question; --many does the same

CHROMIUM_PATH names the browser, CHROMIUM_ARGS further arguments for it, in quotes if they have spaces.
`;

const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  path.join(process.env.LOCALAPPDATA ?? '', 'Chromium/Application/chrome.exe'),
];
const BROWSER_BYTES = 700 * 1024 ** 2;

/** A name from the site can neither begin another line nor control the terminal. */
const print = (line: string) => void process.stdout.write(`${line.replaceAll(/\p{Cc}/gu, ' ')}\n`);
const log = (line: string) => print(`${new Date().toISOString()} ${line}`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: 'string' },
    server: { type: 'string' },
    browsers: { type: 'string' },
    many: { type: 'string' },
    headless: { type: 'boolean' },
    yes: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

function findBrowser(): string {
  const found = process.env.CHROMIUM_PATH ?? BROWSERS.find((file) => existsSync(file));
  if (!found || !existsSync(found)) {
    throw new Error('No Chromium was found. Install it (Debian: apt install chromium), or set CHROMIUM_PATH.');
  }
  return found;
}

async function serverUrl(): Promise<string> {
  const file = path.join(import.meta.dirname, 'server.json');
  const given =
    values.server ?? (existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as { url: string }).url : '');
  if (!URL.canParse(given)) throw new Error('Name your Flyerdeck: --server https://flyerdeck.example');
  return new URL(given).origin;
}

function browsersAtOnce(): number {
  const asked = Number(values.browsers);
  if (asked >= 1) return Math.floor(asked);
  return Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2), Math.floor(freemem() / BROWSER_BYTES)));
}

async function start(folder: RunnerFolder): Promise<void> {
  const hasScreen = process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
  const runner = new Runner({
    folder,
    serverUrl: await serverUrl(),
    atOnce: browsersAtOnce(),
    browser: {
      executablePath: findBrowser(),
      isHeadless: values.headless ?? !hasScreen,
      args: splitArgs(process.env.CHROMIUM_ARGS ?? ''),
    },
    log,
    // For tests.
    times: process.env.RUNNER_IDLE_SECONDS ? { idle: 1_000 * Number(process.env.RUNNER_IDLE_SECONDS) } : {},
  });
  const control = await startControl(runner, folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(
      `Port ${folder.port} is in use: this runner runs already. If another program uses it, change "port" in ${path.join(folder.root, 'runner.json')}.`,
    );
  });
  await folder.renewToken();
  log(
    `The runner's own page: ${pageOf(folder)} Its token is in ${path.join(folder.root, 'runner.json')}; the command token prints it.`,
  );
  const running = runner.run();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      log('The runner closes its browsers and stops.');
      void runner.stop();
    });
  }
  await running;
  control.close();
  control.closeAllConnections();
}

const pageOf = ({ port }: RunnerFolder) => `http://127.0.0.1:${port}/`;

async function call<Answer>(folder: RunnerFolder, method: string, at: string, body?: object): Promise<Answer> {
  const response = await fetch(new URL(at, pageOf(folder)), {
    method,
    headers: { [TOKEN_HEADER]: folder.token },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Error('The runner does not run. Start it first: node runner.mjs');
  });
  const answer = (await response.json()) as Answer & { error?: string };
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

const STATES = {
  asleep: 'asleep',
  waiting: 'waits for its turn',
  awake: 'working',
  open: 'open',
  unlinked: 'not linked',
};

const viewAt = (folder: RunnerFolder) => ` at ${pageOf(folder)} (the command token prints its token)`;

function printStatus(folder: RunnerFolder, status: RunnerStatus): void {
  const { server, code, isConnected, isPaused, pages, adding, addProblem } = status;
  print(
    `${server}: ${code ? `enter the code ${code} in Runners` : isConnected ? 'connected' : 'not connected'}${isPaused ? ', stopped' : ''}`,
  );
  for (const { username, state, problem } of pages)
    print(`  @${username}: ${STATES[state]}${problem ? `. ${problem}` : ''}`);
  if (addProblem) print(`  ${addProblem}`);
  if (adding) print(`  ${adding.question ?? `waits for a login${adding.hasView ? viewAt(folder) : ''}`}`);
}

async function run(): Promise<void> {
  const [command = 'start', username = ''] = positionals;
  if (values.help) return void process.stdout.write(HELP);
  const root = path.resolve(values.folder ?? path.join(homedir(), 'flyerdeck-runner-data'));
  const folder = await RunnerFolder.open(root, log);
  const profileOf = async () => {
    const { pages } = await call<RunnerStatus>(folder, 'GET', '/status');
    const name = username.replace(/^@/, '').toLowerCase();
    const [page, another] = pages.filter((one) => one.username.toLowerCase() === name);
    if (!page || name === '') throw new Error(`There is no page @${name} on this runner.`);
    if (another) throw new Error(`More than one page is called @${name}: use the runner's own page.`);
    return { profile: page.profile };
  };
  if (command === 'start') return start(folder);
  if (command === 'token') return print(folder.token);
  if (command === 'status') return printStatus(folder, await call(folder, 'GET', '/status'));
  if (command === 'add') {
    await call(folder, 'POST', '/add', {
      many: Number(values.many ?? 1),
      yes: values.yes ?? values.many !== undefined,
    });
    return print('Log in to the page in the browser that opens. `node runner.mjs status` shows the next step.');
  }
  if (command === 'open') {
    const { hasView } = await call<{ hasView: boolean }>(folder, 'POST', '/open', await profileOf());
    return print(hasView ? `It is shown${viewAt(folder)}.` : 'The window is open.');
  }
  if (command === 'close' || command === 'remove')
    return void (await call(folder, 'POST', `/${command}`, await profileOf()));
  if (command === 'yes' || command === 'no')
    return void (await call(folder, 'POST', '/answer', { yes: command === 'yes' }));
  throw new Error(`There is no command ${command}.\n\n${HELP}`);
}

run().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
});
