import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Browser } from 'playwright-core';
import type { ChromiumPath } from './chromiumPath.ts';

const LAUNCH_TIMEOUT_MS = 30_000;
const CLOSE_TIMEOUT_MS = 2_000;
const KILL_TIMEOUT_MS = 500;

/** No background connections of the browser's own. */
const QUIET_ARGS = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface SharedBrowser {
  /** The running browser; started by the first call, and again after it has ended. */
  get(): Promise<Browser>;
  /** Ends a browser that no longer answers, by force after two seconds. */
  discard(): Promise<void>;
  /** Like discard, and for good: a later `get` is refused. */
  close(): Promise<void>;
}

interface RunningBrowser {
  readonly browser: Browser;
  readonly pid: number | null;
}

/** One headless Chromium for all screenshots. Its process ends with `close`, or with ours. */
export function createSharedBrowser(logger: Logger, findPath: () => Promise<ChromiumPath>): SharedBrowser {
  let current: Promise<RunningBrowser> | null = null;
  let closed = false;

  const start = (): Promise<RunningBrowser> => {
    const starting = findPath().then((path) => launch(path, logger));
    const forget = () => {
      if (current === starting) current = null;
    };
    starting.then(({ browser }) => {
      browser.once('disconnected', forget);
      // It may have ended while its process id was read.
      if (!browser.isConnected()) forget();
    }, forget);
    return starting;
  };

  const discard = async () => {
    // One that is still starting is not awaited: it is ended as soon as it runs.
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

/** In its sandbox where the kernel allows that; the log says whether, and why not. */
async function launch({ executablePath, env }: ChromiumPath, logger: Logger): Promise<RunningBrowser> {
  // Loaded on first use: it takes a fifth of the server's start time.
  const { chromium, errors } = await import('playwright-core');
  const options = {
    executablePath,
    headless: true,
    args: QUIET_ARGS,
    timeout: LAUNCH_TIMEOUT_MS,
    env: { ...minimalEnvironment(), ...env },
    // main handles these signals; Playwright would end the process at once.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  };
  let reason = 'Chromium has none for root';
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

/** Explicit, so that the product's settings and secrets do not reach a program that shows content of other people. */
function minimalEnvironment(): Record<string, string> {
  const { PATH = '/usr/bin:/bin', HOME = '/tmp', LANG = 'C.UTF-8', TMPDIR } = process.env;
  return { PATH, HOME, LANG, TZ: 'UTC', ...(TMPDIR ? { TMPDIR } : {}) };
}

/** Read at the start: a browser that hangs does not answer. */
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
