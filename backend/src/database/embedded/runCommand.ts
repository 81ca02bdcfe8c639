import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** How a Postgres program is run here: words to put before it, or an identity to give to spawn. */
export interface WayToRun {
  prefix: readonly string[];
  uid?: number;
  gid?: number;
}

export interface CommandResult {
  ok: boolean;
  /** What it said on standard error, or why it could not be run. */
  complaint: string;
}

// Only these: the caller's PGDATA, PGOPTIONS or an uninstalled LC_ALL would change what the programs do.
const CLEAN_ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

/** The working folder is /, which everybody can enter; ours may be closed to the user it runs as. */
export function spawnPostgres(way: WayToRun, command: readonly string[], options: SpawnOptions): ChildProcess {
  const [program = '', ...args] = [...way.prefix, ...command];
  const { uid, gid } = way;
  return spawn(program, args, { cwd: '/', env: CLEAN_ENVIRONMENT, uid, gid, ...options });
}

/** Runs a program to its end. Never throws: what went wrong is in `complaint`. */
export async function runCommand(way: WayToRun, command: readonly string[], input = ''): Promise<CommandResult> {
  try {
    const child = spawnPostgres(way, command, { stdio: ['pipe', 'ignore', 'pipe'] });
    const ended = new Promise<string | null>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('close', (code, signal) => resolve(code === 0 ? null : `exit ${code ?? signal}`));
    });
    // A program that ends before it has read its input breaks the pipe; its exit code tells all.
    child.stdin?.on('error', () => undefined).end(input);
    const [failure, complaint] = await Promise.all([ended, child.stderr ? text(child.stderr) : '']);
    return { ok: failure === null, complaint: complaint.trim() || (failure ?? '') };
  } catch (error) {
    // spawn throws at once when it may not take the identity asked for.
    return { ok: false, complaint: (error as Error).message };
  }
}
