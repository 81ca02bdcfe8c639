import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

export interface SeparateProcess {
  child: ChildProcess;
  /** The first line it wrote. */
  firstLine: string;
  /** SIGKILL: it gets no chance to tidy up. Resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGTERM. Resolves with its exit status when it is gone; null where a signal ended it. */
  stop(): Promise<number | null>;
}

/**
 * Runs an ES module given as text (it may import our TypeScript by absolute path, as typescriptInChildren.ts allows) in a Node process of its own that a test
 * can kill, and waits for its first line. The module should print that line and then stay.
 */
export async function startSeparateProcess(module: string, env: NodeJS.ProcessEnv = {}): Promise<SeparateProcess> {
  const child = spawn(process.execPath, ['--input-type', 'module', '--eval', module], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  // A test that fails before its kill() leaves nothing running.
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  exited.then(() => process.off('exit', killWithUs));
  const complaint = text(child.stderr);
  const lines = createInterface({ input: child.stdout });
  const firstLine = once(lines, 'line').then(([line]) => line as string);
  const ended = exited.then(async () => {
    throw new Error(`The process ended before it said anything: ${await complaint}`);
  });
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  const stop = async () => {
    child.kill('SIGTERM');
    const [status] = await exited;
    return status as number | null;
  };
  return { child, firstLine: await Promise.race([firstLine, ended]), kill, stop };
}
