import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import { postmasterOf, processorMs, treeProcessorMs } from '../processorTime.ts';
import type { LoadOrder, LoadRequest, LoadResult } from './load.ts';

export interface LoadedServer {
  readonly baseUrl: string;
  readonly pid: number;
  /** Connections to the database of the server. */
  readonly pool: Pool;
}

export interface Rate {
  readonly perSecond: number;
  /** Processor time of the server and of Postgres for one answer; null without /proc. */
  readonly processorMs: number | null;
}

/** The same request on each of `count` connections. */
export const sameOnEach = (count: number, request: LoadRequest): LoadRequest[][] =>
  Array.from({ length: count }, () => [request]);

async function runLoad(order: LoadOrder): Promise<LoadResult> {
  const running = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'load.js')]);
  running.child.stdin?.end(JSON.stringify(order));
  return JSON.parse((await running).stdout) as LoadResult;
}

/** Answers per second of a server, measured by a separate process. */
export async function loadRate(
  { baseUrl, pid, pool }: LoadedServer,
  connections: readonly (readonly LoadRequest[])[],
  seconds: number,
): Promise<Rate> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const postmaster = postmasterOf(rows[0]?.pid ?? 0);
  const takenMs = (): number | null => {
    const [own, postgres] = [processorMs(pid), treeProcessorMs(postmaster)];
    return own === null || postgres === null ? null : own + postgres;
  };
  const before = takenMs();
  const result = await runLoad({ baseUrl, seconds, connections });
  const after = takenMs();
  return {
    perSecond: result.answered / result.seconds,
    processorMs: before === null || after === null ? null : (after - before) / result.answered,
  };
}
