import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { descendantsOf } from '../../../test/processTable.ts';
import { startSeparateProcess } from '../../../test/separateProcess.ts';

const SECRETS = {
  DATABASE_URL: 'postgres://flyerdeck:database-secret@127.0.0.1:1/flyerdeck',
  BOT_TOKEN: '123456:bot-token-secret',
  S3_ACCESS_KEY_ID: 's3-key-secret',
  S3_SECRET_ACCESS_KEY: 's3-access-secret',
};
/** Environment variables that Chromium gets, and those that Debian's start script adds. */
const KNOWN_VARIABLES =
  /^(PATH|HOME|LANG|TZ|TMPDIR|LD_LIBRARY_PATH|FONTCONFIG_PATH|PWD|SHLVL|_|CHROME_\w+|CHROMIUM_FLAGS|GOOGLE_\w+|GSETTINGS_BACKEND)$/;
/** The user id of `nobody`. Tests that do not run as root keep their own user. */
const NOBODY_ID = 65_534;

type InspectedBrowser = Awaited<ReturnType<typeof inspectBrowser>>;

let dataDir: string;
let rootBrowser: InspectedBrowser;
let nonRootBrowser: InspectedBrowser;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'flyerdeck-browser-'));
  await chmod(dataDir, 0o777);
  rootBrowser = await inspectBrowser({ asRoot: true });
  nonRootBrowser = await inspectBrowser({ asRoot: false });
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Starts a process that opens a page in Chromium, as root or as another user, with the product's secrets in its environment. */
function startBrowser({ asRoot }: { asRoot: boolean }) {
  const file = (name: string) => JSON.stringify(path.join(import.meta.dirname, name));
  const module = `
    import { createSharedBrowser } from ${file('sharedBrowser.ts')};
    import { findChromium, systemChromiums } from ${file('chromiumPath.ts')};
    const lines = [];
    const log = (level) => (first, second) => lines.push({ level, text: second ?? first });
    const shared = createSharedBrowser({ info: log('info'), warn: log('warn') }, 'http://127.0.0.1:1', async () => {
      const dataDir = ${JSON.stringify(dataDir)};
      if (${asRoot} || process.getuid() !== 0) return findChromium({ chromiumPath: process.env.CHROMIUM_PATH ?? null, dataDir });
      // Playwright's browser is in root's own folder, which is closed to others.
      const readableChromiums = (await systemChromiums()).filter((file) => !file.includes('ms-playwright'));
      const found = await findChromium({ chromiumPath: null, dataDir }, readableChromiums);
      process.setgroups([]);
      process.setgid(${NOBODY_ID});
      process.setuid(${NOBODY_ID});
      return found;
    });
    const page = await (await shared.get()).newPage();
    await page.goto('data:text/html,hello');
    console.log(JSON.stringify(lines));
    process.on('SIGTERM', () => shared.close().then(() => process.exit(0)));
    setInterval(() => {}, 1_000);
  `;
  return startSeparateProcess(module, { ...SECRETS, HOME: tmpdir() });
}

const read = (id: number, file: string) => readFile(`/proc/${id}/${file}`, 'latin1').catch(() => '');

async function inspectBrowser({ asRoot }: { asRoot: boolean }) {
  const running = await startBrowser({ asRoot });
  const lines: { level: string; text: string }[] = JSON.parse(running.firstLine);
  const processes = await Promise.all(
    (await descendantsOf(running.child.pid ?? 0)).map(async ({ id, parent, command }) => ({
      parent,
      command,
      environment: await read(id, 'environ'),
      // A process in a namespace has a second id there.
      hasNamespace: /^NSpid:\s*\d+\s+\d+/m.test(await read(id, 'status')),
    })),
  );
  await running.stop();
  const [browser] = processes.filter(({ parent }) => parent === running.child.pid);
  if (!browser) throw new Error('no browser was started');
  const renderers = processes.filter(({ command }) => command.includes('--type=renderer'));
  expect(renderers.length).toBeGreaterThan(0);
  return { browser, processes, renderers, lines };
}

/** Whether this kernel allows the namespaces that the sandbox needs. */
function allowsNamespaces(): boolean {
  const unprivileged = process.getuid?.() === 0 ? { uid: NOBODY_ID, gid: NOBODY_ID } : {};
  try {
    execFileSync('unshare', ['--user', '--map-root-user', '--net', 'true'], { stdio: 'ignore', ...unprivileged });
    return true;
  } catch {
    return false;
  }
}

test('no process of Chromium has a secret of the product in its environment, with or without a sandbox [S13.3-1]', () => {
  for (const { browser, processes } of [rootBrowser, nonRootBrowser]) {
    const names = browser.environment
      .split('\0')
      .filter(Boolean)
      .map((pair) => pair.split('=')[0] ?? '');
    expect(names).toContain('PATH');
    expect(names.filter((name) => !KNOWN_VARIABLES.test(name))).toEqual([]);
    for (const { environment } of processes) {
      for (const secret of Object.values(SECRETS)) expect(environment).not.toContain(secret);
    }
  }
});

test('Chromium runs in its sandbox when the kernel allows it, and the log says whether it does [S13.2-4]', () => {
  const { browser, renderers, lines } = nonRootBrowser;
  const isSandboxed = !browser.command.includes('--no-sandbox');
  // If not, the kernel's security module may still allow it for this Chromium.
  if (allowsNamespaces()) expect(isSandboxed).toBe(true);
  expect(renderers.map(({ hasNamespace }) => hasNamespace)).toEqual(renderers.map(() => isSandboxed));
  expect(lines).toContainEqual(
    isSandboxed
      ? { level: 'info', text: 'Chromium starts in its sandbox' }
      : { level: 'warn', text: 'Chromium starts without its sandbox' },
  );
});
