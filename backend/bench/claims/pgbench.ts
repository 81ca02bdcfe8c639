import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { createDeviceCalls } from '../../src/extension/extension.service.ts';
import { dbOn } from '../../test/dbOn.ts';
import { deviceHashSql, pageAt, pageGuidSql } from './fillQueue.ts';
import { CONNECTIONS, type Work } from './productWork.ts';

const DEBIAN = '/usr/lib/postgresql';

/** Path of pgbench, from PATH or Debian's folder; null when it is not installed. */
export function findPgbench(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
  ];
  return folders.map((folder) => join(folder, 'pgbench')).find(existsSync) ?? null;
}

const POSITION = -1;
const POSTING_ID = '00000000-0000-4000-8000-000000000000';
/** The answer to every recorded statement. It contains all fields that `Work` reads. */
const ANSWER = { outcome: 'claimed', id: POSTING_ID, moved: true };

interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

function sqlOf(value: unknown): string {
  const { guid, deviceHash } = pageAt(POSITION);
  if (value === guid) return pageGuidSql;
  if (value === POSTING_ID) return ':id::uuid';
  if (value === null) return 'NULL';
  if (typeof value === 'number') return `${value}`;
  if (Buffer.isBuffer(value)) return value.equals(deviceHash) ? deviceHashSql : `'\\x${value.toString('hex')}'::bytea`;
  throw new Error(`pgbench has no literal for ${value}`);
}

const withValues = ({ text, values }: Sent): string =>
  text.replaceAll(/--.*$/gm, '').replaceAll(/\$(\d+)/g, (_, nth) => sqlOf(values[Number(nth) - 1]));

/** Records the statements of `work` as a pgbench script over `:position`. The first statement is the claim. */
export async function pgbenchScript(work: Work): Promise<string> {
  const sent: Sent[] = [];
  const recorder = {
    query: async (statement: Sent) => {
      sent.push(statement);
      return { rows: [ANSWER] };
    },
  };
  await work(createDeviceCalls(dbOn(recorder)), POSITION);
  const [claim, ...rest] = sent.map(withValues);
  if (!claim) throw new Error('no statement was sent');
  if (rest.length === 0) return `${claim};`;
  return [`${claim} \\gset`, ...rest.map((text) => `${text};`)].join('\n');
}

/**
 * Runs a script that uses `:position`. Each call uses the next position, starting at `firstPosition`. Each client makes a fixed
 * number of calls: with a fixed time, a fast client would reach the positions of the next round.
 */
export async function runPgbench(
  program: string,
  url: string,
  script: string,
  { firstPosition, calls }: { firstPosition: number; calls: number },
): Promise<{ calls: number; seconds: number }> {
  const each = Math.ceil(calls / CONNECTIONS);
  const folder = await mkdtemp(join(tmpdir(), 'flyerdeck-pgbench-'));
  try {
    const file = join(folder, 'script.sql');
    // Variables of pgbench persist across transactions, so each client counts its own positions.
    const position = `\\set position ${firstPosition} + :i * ${CONNECTIONS} + :client_id\n\\set i :i + 1`;
    await writeFile(file, `${position}\n${script}\n`);
    const options = `-n -M prepared -c ${CONNECTIONS} -j 2 -t ${each} -D i=0 -f`.split(' ');
    const { stdout } = await promisify(execFile)(program, [...options, file, url]);
    const rate = /tps = ([\d.]+)/.exec(stdout)?.[1];
    if (!rate) throw new Error(`pgbench printed:\n${stdout}`);
    return { calls: each * CONNECTIONS, seconds: (each * CONNECTIONS) / Number(rate) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
