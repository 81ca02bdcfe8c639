import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embeddedPostgresError.ts';
import { STOP_STEPS } from './stopSteps.ts';

const POLL_MS = 25;

/**
 * Ends a Postgres that outlived the Flyerdeck which started it on this folder. Call it while holding the folder: whoever
 * else runs there is then nobody's. Committed data is safe at every step; Postgres recovers the rest from its log.
 */
export async function stopOrphan(dataFolder: string, log: (line: string) => void): Promise<void> {
  const pid = await recordedPid(dataFolder);
  if (pid === null) return;
  if (!(await isPostgresOf(pid, dataFolder))) return disownRecord(dataFolder, pid);
  log(`A Postgres left over from an earlier run (process ${pid}) is being stopped.`);
  for (const { signal, patienceMs } of STOP_STEPS) {
    send(pid, signal);
    if (await isGone(pid, dataFolder, patienceMs)) return disownRecord(dataFolder, pid);
  }
  throw new EmbeddedPostgresError(
    `A Postgres left over from an earlier run (process ${pid}) cannot be stopped: end it and start Flyerdeck again.`,
  );
}

async function recordedPid(dataFolder: string): Promise<number | null> {
  const record = await readFile(join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(record, 10);
  return pid > 1 ? pid : null;
}

/**
 * The number on record may live on as somebody else's, after a reboot or in a container, or as a zombie, and Postgres
 * would refuse to start for it. It does accept its parent's number as stale; so the record gets ours, rather than be
 * deleted: the rest of it lets Postgres see whether old backends still hold its memory.
 */
async function disownRecord(dataFolder: string, pid: number): Promise<void> {
  if (!isAlive(pid) || (await recordedPid(dataFolder)) !== pid) return;
  const path = join(dataFolder, 'postmaster.pid');
  const record = await readFile(path, 'utf8');
  await writeFile(path, record.replace(/^.*/, `${process.pid}`));
}

async function isGone(pid: number, dataFolder: string, patienceMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += POLL_MS) {
    if (!(await isPostgresOf(pid, dataFolder))) return true;
    await sleep(POLL_MS);
  }
  return false;
}

/** By its command line: every user may read that of every process, and a zombie has none. */
async function isPostgresOf(pid: number, dataFolder: string): Promise<boolean> {
  const commandLine = process.platform === 'linux' ? await commandLineByProc(pid) : await commandLineByPs(pid);
  return `${commandLine.trimEnd()} `.includes(`postgres -D ${dataFolder} `);
}

async function commandLineByProc(pid: number): Promise<string> {
  const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return words.replaceAll('\0', ' ');
}

async function commandLineByPs(pid: number): Promise<string> {
  const ps = promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', `${pid}`]);
  return ps.then(({ stdout }) => stdout).catch(() => '');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // Gone already: what we wanted.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
