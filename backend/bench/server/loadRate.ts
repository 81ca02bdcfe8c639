import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beside, type Rate, rateOf } from '../beside.ts';
import { atLeast, type Bound, type Figure } from '../figure.ts';
import type { Installation } from '../installation.ts';
import type { ServerProcess } from '../serverProcess.ts';
import type { LoadOrder, LoadRequest } from './load.ts';

const ROUNDS = 5;
const SECONDS = 3;

/** The same request on each of `count` connections. */
export const sameOnEach = (count: number, request: LoadRequest): LoadRequest[] =>
  Array<LoadRequest>(count).fill(request);

/** Our server and the bare one on the same database. */
export interface Servers {
  readonly installation: Installation;
  readonly ours: ServerProcess;
  readonly bare: ServerProcess;
}

export async function startServers(installation: Installation): Promise<Servers> {
  const ours = await installation.startProduct();
  return { installation, ours, bare: await installation.startApi({}, 'bench/server/bareServer') };
}

/** Answers per second of a server to a separate process, with the processor time of the server and of Postgres. */
export function loadRate(
  { postgresPid }: Installation,
  { baseUrl, pid }: ServerProcess,
  connections: readonly LoadRequest[],
  seconds = SECONDS,
): Promise<Rate> {
  const order: LoadOrder = { baseUrl, seconds, connections };
  return rateOf([pid, postgresPid], async () => {
    const running = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'load.js')]);
    running.child.stdin?.end(JSON.stringify(order));
    return JSON.parse((await running).stdout) as { calls: number; seconds: number };
  });
}

interface RatioOptions {
  readonly rounds?: number;
  readonly bound?: Bound | null;
  readonly processorBound?: Bound | null;
}

/** Compares our server with the bare server. */
export const besideBareServer = (
  what: string,
  { installation, ours, bare }: Servers,
  connections: readonly LoadRequest[],
  { rounds = ROUNDS, bound = atLeast(0.7), processorBound = bound }: RatioOptions = {},
): Promise<Figure[]> =>
  beside(what, {
    rounds,
    warmUps: 1,
    ours: () => loadRate(installation, ours, connections),
    reference: () => loadRate(installation, bare, connections),
    referenceName: 'bare Koa + pg',
    bound,
    processorBound,
  });
