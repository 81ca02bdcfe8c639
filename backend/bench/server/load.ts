import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { atLeast, type Bound, beside, type Figure, type Rate, rateOf } from '../figure.ts';
import type { Installation } from '../installation.ts';
import type { Call } from '../send.ts';
import type { ServerProcess } from '../serverProcess.ts';
import type { LoadOrder } from './loadProcess.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = 3;

export type LoadRequest = Call & { readonly path: string };

export interface Servers {
  readonly installation: Installation;
  readonly ours: ServerProcess;
  readonly bare: ServerProcess;
}

export async function startServers(installation: Installation): Promise<Servers> {
  const ours = await installation.startProduct();
  return { installation, ours, bare: await installation.startApi({}, 'bench/server/bareServer') };
}

/** Compares our server with the bare server: answers per second to a separate process, and processor time with Postgres. */
export function besideBareServer(
  what: string,
  { installation, ours, bare }: Servers,
  connections: readonly LoadRequest[],
  processorBound?: Bound,
): Promise<Figure[]> {
  const loadRate = ({ baseUrl, pid }: ServerProcess): Promise<Rate> => {
    const order: LoadOrder = {
      seconds: SECONDS,
      connections: connections.map(({ path, ...call }) => ({ ...call, url: `${baseUrl}/api${path}` })),
    };
    return rateOf([pid, installation.postgresPid], async () => {
      const running = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'loadProcess.js')]);
      running.child.stdin?.end(JSON.stringify(order));
      return JSON.parse((await running).stdout) as { calls: number; seconds: number };
    });
  };
  return beside(what, {
    rounds: ROUNDS,
    warmUps: 1,
    ours: () => loadRate(ours),
    reference: () => loadRate(bare),
    referenceName: 'bare Koa + pg',
    bound: atLeast(0.7),
    ...(processorBound ? { processorBound } : {}),
  });
}
