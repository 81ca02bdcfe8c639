import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Path in the backend's folder, without file extension. */
export type ProcessModule =
  | 'src/main'
  | 'bench/server/bareServer'
  | 'bench/drills/standInWorker'
  | 'bench/drills/mainWithHeapReport';

export interface ServerProcess {
  readonly pid: number;
  readonly baseUrl: string;
  hasEnded(): boolean;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Sends SIGTERM. */
  stop(): Promise<void>;
  /** The end of its log, for the report of a failed drill. */
  logTail(): Promise<string>;
}

const START_WITHIN_MS = 180_000;
/** The same flag as in `npm start` and the image: the rows of a list outlive a smaller young generation. */
const START_FLAGS = '--max-semi-space-size=32';
export const ENDING = extname(import.meta.filename);
const ROOT = join(import.meta.dirname, '..');
/** Tests run from the TypeScript sources, so the processes that they start need the loader too. */
export const LOADER = ENDING === '.ts' ? `--import ${join(ROOT, 'test/typescriptLoader.mjs')} ` : '';

/**
 * Starts a process of the product with none of the caller's settings. Resolves when an api answers, or when a worker
 * logs that it takes jobs.
 */
export async function startProcess(
  module: ProcessModule,
  env: Readonly<Record<string, string>>,
  logFile: string,
): Promise<ServerProcess> {
  const log = await open(logFile, 'a');
  const { PATH = '', HOME = '', CHROMIUM_PATH } = process.env;
  const child = spawn(process.execPath, [join(ROOT, `${module}${ENDING}`)], {
    env: {
      PATH,
      HOME,
      ...(CHROMIUM_PATH ? { CHROMIUM_PATH } : {}),
      LOG_LEVEL: 'warn',
      ...env,
      NODE_OPTIONS: `${LOADER}${module === 'src/main' ? START_FLAGS : ''}`,
    },
    stdio: ['ignore', log.fd, log.fd],
  });
  await log.close();
  const exited = once(child, 'exit');
  const killOnExit = () => child.kill('SIGKILL');
  process.once('exit', killOnExit);
  exited.then(() => process.off('exit', killOnExit));
  const baseUrl = `http://127.0.0.1:${env.PORT ?? 0}`;
  const logTail = async () => (await readFile(logFile, 'utf8')).slice(-3_000);
  await untilReady(child, env.PORT ? baseUrl : null, logTail).catch((error) => {
    child.kill('SIGKILL');
    throw error;
  });
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
  };
  return {
    pid: child.pid ?? 0,
    baseUrl,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    logTail,
  };
}

async function untilReady(child: ChildProcess, baseUrl: string | null, logTail: () => Promise<string>) {
  for (const deadline = Date.now() + START_WITHIN_MS; Date.now() < deadline; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`A process ended while it started:\n${await logTail()}`);
    const ready = baseUrl ? await isReady(baseUrl) : (await logTail()).includes('takes jobs');
    if (ready) return;
  }
  throw new Error(`A process was not ready in time:\n${await logTail()}`);
}

export const isReady = (baseUrl: string): Promise<boolean> =>
  fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(2_500) }).then(
    ({ ok }) => ok,
    () => false,
  );
