import { execFile } from 'node:child_process';
import { access, constants, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { CONNECTIONS } from './productWork.ts';

const DEBIAN = '/usr/lib/postgresql';

/** Path of pgbench, from PATH or Debian's folder; null when it is not installed. */
export async function findPgbench(): Promise<string | null> {
  const versions = await readdir(DEBIAN).catch(() => []);
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
  ];
  for (const folder of folders) {
    const file = join(folder, 'pgbench');
    if (
      await access(file, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return file;
  }
  return null;
}

/**
 * Transactions per second of a script that uses `:position`. Each call uses the next position, starting at
 * `firstPosition`.
 */
export async function pgbenchRate(
  program: string,
  url: string,
  script: string,
  { firstPosition, calls }: { firstPosition: number; calls: number },
): Promise<{ perSecond: number; nextPosition: number }> {
  // Each client makes a fixed number of calls. With a fixed time, a fast client would reach the positions of the
  // next round.
  const each = Math.ceil(calls / CONNECTIONS);
  const folder = await mkdtemp(join(tmpdir(), 'flyerdeck-pgbench-'));
  try {
    const file = join(folder, 'script.sql');
    // Variables of pgbench persist across transactions, so each client counts its own positions.
    await writeFile(
      file,
      `\\set position ${firstPosition} + :i * ${CONNECTIONS} + :client_id\n\\set i :i + 1\n${script}\n`,
    );
    const { stdout } = await promisify(execFile)(program, [
      '-n',
      '-M',
      'prepared',
      '-c',
      `${CONNECTIONS}`,
      '-j',
      '2',
      '-t',
      `${each}`,
      '-D',
      'i=0',
      '-f',
      file,
      url,
    ]);
    const rate = /tps = ([\d.]+)/.exec(stdout)?.[1];
    if (!rate) throw new Error(`pgbench printed:\n${stdout}`);
    return { perSecond: Number(rate), nextPosition: firstPosition + each * CONNECTIONS };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
