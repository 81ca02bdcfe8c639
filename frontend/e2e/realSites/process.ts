import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

export const run = promisify(execFile);

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

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

  /** Resolves when `isReady` does not reject any more. */
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
    for (let tries = 1; ; tries++) {
      if (child.exitCode !== null) throw new Error(`${this.program} has ended: ${errors}`);
      try {
        await isReady();
        return;
      } catch (error) {
        if (tries === 600) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
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
