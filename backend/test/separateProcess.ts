import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

export interface SeparateProcess {
  child: ChildProcess;
  /** The first line of its output. */
  firstLine: string;
  /** What it has written to stderr, when it has ended. */
  errorOutput: Promise<string>;
  /** Sends SIGKILL. Resolves when the process has ended. */
  kill(): Promise<void>;
  /** Sends SIGTERM. Resolves with the exit status; null when a signal ended the process. */
  stop(): Promise<number | null>;
}

/**
 * Runs an ES module, given as text, in a separate Node process that a test can kill. The module may import the
 * product's TypeScript by absolute path. It should print one line and keep running; this function waits for the line.
 */
export async function startSeparateProcess(module: string, env: NodeJS.ProcessEnv = {}): Promise<SeparateProcess> {
  const child = spawn(process.execPath, ['--input-type', 'module', '--eval', module], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  // Ends the process when a test fails before its own kill().
  const killOnExit = () => child.kill('SIGKILL');
  process.once('exit', killOnExit);
  exited.then(() => process.off('exit', killOnExit));
  const errorOutput = text(child.stderr);
  const lines = createInterface({ input: child.stdout });
  const firstLine = once(lines, 'line').then(([line]) => line as string);
  const ended = exited.then(async () => {
    throw new Error(`The process ended before it printed a line: ${await errorOutput}`);
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
  return { child, firstLine: await Promise.race([firstLine, ended]), errorOutput, kill, stop };
}
