import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EmbeddedPostgresError } from './embeddedPostgresError.ts';
import type { PostgresUser } from './postgresUser.ts';
import { runCommand, type WayToRun } from './runCommand.ts';

// The kernel sends Postgres a fast shutdown when we die, however we die. (It counts the death of the thread that spawned
// it: start Postgres from the main thread.) Where setpriv is missing, stopOrphan does it at the next start.
const END_WITH_US = ['--pdeathsig', 'INT'];

/**
 * The first way that lets `user` run Postgres and enter the data folder, tried out rather than predicted: what is
 * allowed depends on folders, mounts, capabilities and containers together.
 */
export async function findWayToRun(
  user: PostgresUser | null,
  paths: { postgres: string; folder: string },
): Promise<WayToRun> {
  const complaints: string[] = [];
  for (const way of waysToRun(user)) {
    const { ok, complaint } = await runCommand(way, [
      ...['/bin/sh', '-c', 'cd "$1" && exec "$2" --version', 'sh'],
      ...[paths.folder, paths.postgres],
    ]);
    if (ok) return way;
    complaints.push(complaint);
  }
  throw new EmbeddedPostgresError(await explain(user, paths, complaints));
}

function waysToRun(user: PostgresUser | null): WayToRun[] {
  if (!user) return [{ prefix: ['setpriv', ...END_WITH_US] }, { prefix: [] }];
  const become = ['--reuid', `${user.uid}`, '--regid', `${user.gid}`, '--clear-groups'];
  return [
    { prefix: ['setpriv', ...become, ...END_WITH_US] },
    { prefix: [], ...user },
    // Root's own folders are closed to others (a clone under /root). Nobody's folder is opened for this: the process
    // keeps the one right to pass through. Docker withholds the narrower of the two by default.
    ...['dac_read_search', 'dac_override'].map((capability) => ({
      prefix: ['setpriv', ...become, ...keeping(capability), ...END_WITH_US],
    })),
  ];
}

function keeping(capability: string): string[] {
  return [
    ...['--inh-caps', `+${capability}`, '--ambient-caps', `+${capability}`],
    // Without it access(2), by which Postgres looks for its own files, ignores the capability.
    ...['--securebits', '+no_setuid_fixup'],
  ];
}

async function explain(
  user: PostgresUser | null,
  paths: { postgres: string; folder: string },
  complaints: string[],
): Promise<string> {
  const closed = user
    ? [...new Set([...(await closedAbove(paths.postgres)), ...(await closedAbove(paths.folder))])]
    : [];
  if (closed.length === 0) {
    // What Postgres itself says tells more than that there is no setpriv.
    const complaint = complaints.find((text) => !text.includes('setpriv')) ?? complaints[0];
    return `Postgres cannot be run here (${complaint}): mend that, or set DATABASE_URL to a Postgres of your own.`;
  }
  return (
    `Postgres does not run as root, and the user it runs as cannot pass through ${closed.join(', ')}: ` +
    'open the way (chmod o+x), put Flyerdeck and its DATA_DIR elsewhere, start it as an ordinary user, or set DATABASE_URL.'
  );
}

async function closedAbove(path: string): Promise<string[]> {
  const parent = dirname(path);
  if (parent === path) return [];
  const { mode } = await stat(parent);
  return [...(await closedAbove(parent)), ...(mode & 0o001 ? [] : [parent])];
}
