import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium as playwrightChromium } from 'playwright-core';
import { isExecutable, systemChromiums, unpackEmbeddedChromium } from '../src/postings/screenshots/chromiumPath.ts';
import { findNginx } from './findNginx.ts';

/**
 * `npm run with-tools -- COMMAND ...` installs programs that the tests need besides the npm packages, then runs COMMAND
 * with EXTENSION_CHROMIUM_PATH, a Chromium that loads extensions, and CHROMIUM_PATH, for everything else.
 */
const TOOLS_FOLDER = path.join(import.meta.dirname, '../../node_modules/.test-tools');
const printLine = (line: string) => process.stderr.write(`${line}\n`);
const isRoot = process.getuid?.() === 0;

/** Runs an installer without showing its output. Rejects when it fails. */
async function run(program: string, args: readonly string[]): Promise<void> {
  printLine(`${program} ${args.join(' ')}`);
  // By default Playwright waits half a minute for each download attempt.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '3000' };
  await promisify(execFile)(program, args, { env, maxBuffer: Number.POSITIVE_INFINITY });
}

/** Chrome refuses extensions from the command line, and a snap stub of Ubuntu does not start. */
async function loadsExtensions(executablePath: string): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), 'flyerdeck-whole-chromium-'));
  const manifest = { manifest_version: 3, name: 'probe', version: '1', background: { service_worker: 'worker.js' } };
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(path.join(folder, 'worker.js'), '');
  try {
    const context = await playwrightChromium.launchPersistentContext('', {
      executablePath,
      args: [`--disable-extensions-except=${folder}`, `--load-extension=${folder}`],
    });
    try {
      if (context.serviceWorkers().length === 0) await context.waitForEvent('serviceworker', { timeout: 30_000 });
      return true;
    } finally {
      await context.close();
    }
  } catch {
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function userHasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

async function findChromium(): Promise<string | null> {
  for (const file of await systemChromiums()) {
    if ((await isExecutable(file)) && (await loadsExtensions(file))) return file;
  }
  return null;
}

/** Installs a Debian or Ubuntu package, as root. May fail. */
async function installPackage(name: string): Promise<void> {
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return;
  const install = () => run('apt-get', ['install', '-y', '--no-install-recommends', name]);
  // On a new machine the package lists are missing, on an old one they are outdated.
  await install()
    .catch(() => run('apt-get', ['update']).then(install))
    .catch(() => {});
}

async function installPlaywrightChromium(): Promise<void> {
  await run('playwright', ['install', '--no-shell', 'chromium']);
  if (isRoot) await run('playwright', ['install-deps', 'chromium']);
}

const HOW_TO_INSTALL = {
  chromium:
    'a Chromium that loads extensions (Debian: `apt-get install chromium`; Ubuntu: `npx playwright install --with-deps chromium`; or set CHROMIUM_PATH)',
  nginx: 'nginx (`apt-get install nginx`)',
  git: 'git (`apt-get install git`)',
  user: 'a name for this user id, because Postgres looks it up (as root: `useradd -u ID tester`)',
};

const hasGit = () => spawnSync('git', ['--version']).status === 0;
const chromiumPath = process.env.CHROMIUM_PATH || undefined;

/**
 * Finds the programs that the tests need, and installs the missing ones. Returns the Chromium that loads extensions.
 * @throws {Error} with one sentence that says what to install, when one is still missing.
 */
async function provideTestTools(): Promise<string> {
  if (chromiumPath !== undefined && !(await loadsExtensions(chromiumPath))) {
    throw new Error(
      `CHROMIUM_PATH (${chromiumPath}) names no Chromium that loads extensions: name another one, or unset it.`,
    );
  }
  let chromium = chromiumPath ?? (await findChromium());
  // Packages are installed one by one, because Ubuntu has one for nginx and none for Chromium.
  for (const install of [installPlaywrightChromium, () => installPackage('chromium')]) {
    if (chromium) break;
    await install().catch(() => {});
    chromium = await findChromium();
  }
  if (!(await findNginx())) await installPackage('nginx');
  const nginx = await findNginx();
  if (!hasGit()) await installPackage('git');
  if (chromium && nginx && hasGit() && userHasName()) return chromium;
  const missing = [
    ...(chromium ? [] : [HOW_TO_INSTALL.chromium]),
    ...(nginx ? [] : [HOW_TO_INSTALL.nginx]),
    ...(hasGit() ? [] : [HOW_TO_INSTALL.git]),
    ...(userHasName() ? [] : [HOW_TO_INSTALL.user]),
  ];
  throw new Error(`The tests need ${missing.join(', and ')}, which could not be installed here.`);
}

/**
 * The Chromium of the npm packages loads no extensions, but needs about half the processor time of a complete one.
 * Returns a script that starts it with its own libraries and fonts.
 */
async function unpackLightChromium(): Promise<string> {
  const { executablePath, env } = await unpackEmbeddedChromium(TOOLS_FOLDER);
  const script = path.join(TOOLS_FOLDER, 'chromium.sh');
  const settings = Object.entries(env).map(([name, value]) => `${name}='${value}'`);
  await writeFile(script, `#!/bin/sh\n${settings.join(' ')} exec '${executablePath}' "$@"\n`, { mode: 0o755 });
  return script;
}

const [command = '', ...args] = process.argv.slice(2);
try {
  const chromium = await provideTestTools();
  const hasLightChromium = process.platform === 'linux' && process.arch === 'x64';
  const light = hasLightChromium && !chromiumPath ? await unpackLightChromium() : chromium;
  const env = { ...process.env, CHROMIUM_PATH: light, EXTENSION_CHROMIUM_PATH: chromium };
  const child = spawn(command, args, { stdio: 'inherit', env });
  const [status] = await once(child, 'exit');
  process.exitCode = status ?? 1;
} catch (error) {
  printLine((error as Error).message);
  process.exitCode = 1;
}
