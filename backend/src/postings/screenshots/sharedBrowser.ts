import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Browser } from 'playwright-core';
import type { ChromiumPath } from './chromiumPath.ts';

const LAUNCH_TIMEOUT_MS = 30_000;
const CLOSE_TIMEOUT_MS = 2_000;
const KILL_TIMEOUT_MS = 500;

/** They prevent background connections of the browser. */
const QUIET_ARGS = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

interface SharedBrowser {
  /** The first call starts it, as does the next after the browser has ended. */
  get(): Promise<Browser>;
  /** It no longer answers. Killed after two seconds. */
  discard(): Promise<void>;
  /** A later `get` throws. */
  close(): Promise<void>;
}

interface RunningBrowser {
  readonly browser: Browser;
  readonly pid: number | null;
}

/** The browser cannot reach the internet or private networks. */
function onlyHostOf(appUrl: string): string {
  const { protocol, hostname, port } = new URL(appUrl);
  const app = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
  return `--host-resolver-rules=MAP ${app} ${app},MAP * ~NOTFOUND`;
}

/** Ends with `close` or with this process. */
export function createSharedBrowser(
  logger: Logger,
  appUrl: string,
  findPath: () => Promise<ChromiumPath>,
): SharedBrowser {
  let current: Promise<RunningBrowser> | null = null;
  let closed = false;

  const start = (): Promise<RunningBrowser> => {
    const starting = findPath().then((path) => launch(path, appUrl, logger));
    const clear = () => {
      if (current === starting) current = null;
    };
    starting.then(({ browser }) => {
      browser.once('disconnected', clear);
      // The browser may have ended while its process id was read.
      if (!browser.isConnected()) clear();
    }, clear);
    return starting;
  };

  const discard = async () => {
    // The wait is limited. A browser that is still starting is ended after its start.
    const ended = current?.then(end).catch(() => undefined);
    current = null;
    await Promise.race([ended, sleep(CLOSE_TIMEOUT_MS + KILL_TIMEOUT_MS, undefined, { ref: false })]);
  };

  return {
    async get() {
      if (closed) throw new Error('Chromium was closed.');
      current ??= start();
      return (await current).browser;
    },
    discard,
    async close() {
      closed = true;
      await discard();
    },
  };
}

/** In its sandbox if the kernel allows it. Otherwise the reason is logged. */
async function launch({ executablePath, env }: ChromiumPath, appUrl: string, logger: Logger): Promise<RunningBrowser> {
  // Imported on first use, because the import would take a fifth of the server's start time.
  const { chromium, errors } = await import('playwright-core');
  const options = {
    executablePath,
    headless: true,
    args: [...QUIET_ARGS, onlyHostOf(appUrl)],
    timeout: LAUNCH_TIMEOUT_MS,
    env: { ...minimalEnvironment(), ...env },
    // main.ts handles these signals. Playwright would end the process immediately.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  };
  let reason = 'Chromium has no sandbox for root';
  const inSandbox = async () => {
    if (process.getuid?.() === 0) return null;
    return chromium.launch({ ...options, chromiumSandbox: true }).catch((error: Error) => {
      if (error instanceof errors.TimeoutError) throw error;
      reason = error.message.split('\n', 1)[0] ?? '';
      return null;
    });
  };
  let browser = await inSandbox();
  if (browser) logger.info('Chromium starts in its sandbox');
  else {
    logger.warn({ reason }, 'Chromium starts without its sandbox');
    browser = await chromium.launch({ ...options, chromiumSandbox: false });
  }
  logger.info({ version: browser.version() }, 'Chromium started');
  return { browser, pid: await processIdOf(browser) };
}

/** Without settings and secrets, because Chromium shows untrusted content. */
function minimalEnvironment(): Record<string, string> {
  const { PATH = '/usr/bin:/bin', HOME = '/tmp', LANG = 'C.UTF-8', TMPDIR } = process.env;
  return { PATH, HOME, LANG, TZ: 'UTC', ...(TMPDIR ? { TMPDIR } : {}) };
}

/** At the start, because a browser that hangs does not answer. */
async function processIdOf(browser: Browser): Promise<number | null> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.find(({ type }) => type === 'browser')?.id ?? null;
}

async function end({ browser, pid }: RunningBrowser): Promise<void> {
  const closing = browser.close().catch(() => undefined);
  await Promise.race([closing, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  if (!browser.isConnected() || pid === null) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
  await closing;
}
