import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

export const run = promisify(execFile);

export const makeFolder = (name: string): Promise<string> => mkdtemp(path.join(tmpdir(), `flyerdeck-${name}-`));
export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 5 });

/** A server process that ends with the test run. */
export class Server {
  private child: ChildProcess | null = null;

  constructor(
    private readonly program: string,
    private readonly args: readonly string[],
    private readonly options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
  ) {}

  /** Resolves when `isReady` has a result. */
  async start(isReady: () => Promise<unknown>): Promise<void> {
    const child = spawn(this.program, this.args, {
      ...this.options,
      env: { ...process.env, ...this.options.env },
      stdio: ['ignore', 'ignore', 'pipe'],
      // A group of its own, because a server may have processes of its own.
      detached: true,
    });
    let errors = '';
    child.stderr?.on('data', (chunk) => {
      errors = `${errors}${chunk}`.slice(-4_000);
    });
    this.child = child;
    process.once('exit', () => killGroup(child, 'SIGKILL'));
    const isUp = () => isReady().then(Boolean, () => false);
    while (!(await isUp())) {
      if (child.exitCode !== null) throw new Error(`${this.program} has ended: ${errors}`);
      await sleep(100);
    }
  }

  /** PHP's own server, which answers one request at a time for each of its processes. */
  static php(site: string, port: number): Server {
    const args = ['-d', 'upload_max_filesize=20M', '-d', 'post_max_size=24M', '-S', `127.0.0.1:${port}`, '-t', site];
    return new Server('php', args, { cwd: site, env: { PHP_CLI_SERVER_WORKERS: '4' } });
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const { child } = this;
    this.child = null;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    killGroup(child, signal);
    await ended;
  }
}

function killGroup({ pid, exitCode }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined && exitCode === null) process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}
