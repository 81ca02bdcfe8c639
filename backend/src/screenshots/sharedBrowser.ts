import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Browser } from 'playwright-core';
import type { ChromiumPath } from './chromiumPath.ts';

const LAUNCH_TIMEOUT_MS = 30_000;
const CLOSE_PATIENCE_MS = 2_000;
const KILL_PATIENCE_MS = 500;

/** Nothing of a browser that talks to its maker or to the network by itself. */
const QUIET_ARGS = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface SharedBrowser {
  /** The running browser; started on the first call, and anew when it has gone. */
  get(): Promise<Browser>;
  /** Ends the one that is running, by force after two seconds; for one that no longer answers. */
  discard(): Promise<void>;
  /** As discard, and for good: a later `get` is refused. */
  close(): Promise<void>;
}

interface RunningBrowser {
  readonly browser: Browser;
  readonly pid: number | null;
}

/** One headless Chromium for whoever needs it, in a process that outlives no `close` and no end of ours. */
export function createSharedBrowser(logger: Logger, findPath: () => Promise<ChromiumPath>): SharedBrowser {
  let current: Promise<RunningBrowser> | null = null;
  let closed = false;

  const start = (): Promise<RunningBrowser> => {
    const starting = findPath()
      .then((path) => launch(path, logger))
      .then((started) => {
        const forget = () => {
          if (current === starting) current = null;
        };
        started.browser.once('disconnected', forget);
        // It may have gone while we asked for its process id.
        if (!started.browser.isConnected()) forget();
        logger.info({ version: started.browser.version() }, 'Chromium started');
        return started;
      });
    starting.catch(() => {
      if (current === starting) current = null;
    });
    return starting;
  };

  const discard = async () => {
    const ending = current;
    current = null;
    // One that is still starting is not waited for: it is ended as soon as it runs.
    const ended = ending?.then(end).catch(() => undefined);
    await atMost(CLOSE_PATIENCE_MS + KILL_PATIENCE_MS, ended ?? Promise.resolve());
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

/** In its sandbox wherever the kernel lets it have one; the log says which it is, and why where it has none. */
async function launch({ executablePath, env }: ChromiumPath, logger: Logger): Promise<RunningBrowser> {
  // Loaded here: it takes a fifth of the time the server needs to start.
  const { chromium, errors } = await import('playwright-core');
  const options = {
    executablePath,
    headless: true,
    args: QUIET_ARGS,
    timeout: LAUNCH_TIMEOUT_MS,
    env: { ...minimalEnvironment(), ...env },
    // Ending in good order is main's business; these would end the process under its hands.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  };
  const withoutSandbox = (reason: string) => {
    logger.warn({ reason }, 'Chromium starts without its sandbox');
    return chromium.launch({ ...options, chromiumSandbox: false });
  };
  const inSandbox = () =>
    chromium.launch({ ...options, chromiumSandbox: true }).then(
      (browser) => {
        logger.info('Chromium starts in its sandbox');
        return browser;
      },
      (error) => {
        if (error instanceof errors.TimeoutError) throw error;
        return withoutSandbox(firstLine(error));
      },
    );
  const browser = await (process.getuid?.() === 0 ? withoutSandbox('Chromium has none for root') : inSandbox());
  return { browser, pid: await processIdOf(browser) };
}

/** Explicit, so that the settings of the product, secrets among them, do not reach a program that draws what others sent. */
function minimalEnvironment(): Record<string, string> {
  const { PATH = '/usr/bin:/bin', HOME = '/tmp', LANG = 'C.UTF-8', TMPDIR } = process.env;
  return { PATH, HOME, LANG, TZ: 'UTC', ...(TMPDIR ? { TMPDIR } : {}) };
}

/** Asked at the start: once it hangs, it answers nothing any more. */
async function processIdOf(browser: Browser): Promise<number | null> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.find(({ type }) => type === 'browser')?.id ?? null;
}

async function end({ browser, pid }: RunningBrowser): Promise<void> {
  const closing = browser.close().catch(() => undefined);
  await atMost(CLOSE_PATIENCE_MS, closing);
  if (!browser.isConnected() || pid === null) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
  await closing;
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  const patience = new AbortController();
  await Promise.race([work, sleep(ms, undefined, { signal: patience.signal }).catch(() => undefined)]);
  patience.abort();
}

const firstLine = (error: unknown) => (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
