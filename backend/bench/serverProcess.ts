import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Path in the backend's folder, without file extension. */
export type ProcessModule = 'src/main' | 'bench/server/bareServer' | 'bench/drills/standInWorker';

export interface ServerProcess {
  readonly pid: number;
  readonly baseUrl: string;
  hasEnded(): boolean;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const START_WITHIN_MS = 180_000;
/** The same flag as in `npm start` and the image: the rows of a list outlive a smaller young generation. */
const START_FLAGS = '--max-semi-space-size=32';
const ENDING = extname(import.meta.filename);
const ROOT = join(import.meta.dirname, '..');
/** A test runs from the TypeScript sources, so the processes that it starts need the loader too. */
const LOADER = ENDING === '.ts' ? `--import ${join(ROOT, 'test/typescriptLoader.mjs')} ` : '';

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
  const flags = `${LOADER}${module === 'src/main' ? START_FLAGS : ''}`;
  const own = { PATH, HOME, LOG_LEVEL: 'warn', ...(CHROMIUM_PATH ? { CHROMIUM_PATH } : {}) };
  const child = spawn(process.execPath, [join(ROOT, `${module}${ENDING}`)], {
    env: { ...own, ...env, NODE_OPTIONS: flags },
    stdio: ['ignore', log.fd, log.fd],
  });
  await log.close();
  const exited = once(child, 'exit');
  const killOnExit = () => child.kill('SIGKILL');
  process.once('exit', killOnExit);
  exited.then(() => process.off('exit', killOnExit));
  const baseUrl = `http://127.0.0.1:${env.PORT ?? 0}`;
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const logTail = async () => (await readFile(logFile, 'utf8')).slice(-3_000);
  const deadline = Date.now() + START_WITHIN_MS;
  while (!(env.PORT ? await isReady(baseUrl) : (await logTail()).includes('takes jobs'))) {
    if (hasEnded() || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`A process did not start:\n${await logTail()}`);
    }
    await sleep(50);
  }
  const end = async (signal: NodeJS.Signals) => {
    if (!hasEnded()) child.kill(signal);
    await exited;
  };
  return { pid: child.pid ?? 0, baseUrl, hasEnded, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}

export const isReady = (baseUrl: string): Promise<boolean> =>
  fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(2_500) }).then(
    ({ ok }) => ok,
    () => false,
  );
