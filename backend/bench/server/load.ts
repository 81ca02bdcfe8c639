import { execFile } from 'node:child_process';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { atLeast, type Bound, beside, type Figure, type Rate, rateOf } from '../figure.ts';
import type { Installation } from '../installation.ts';
import { type Call, send } from '../send.ts';
import type { ServerProcess } from '../serverProcess.ts';

/** A process that sends requests as fast as they are answered, one at a time on each connection. */
interface LoadOrder {
  readonly seconds: number;
  readonly connections: readonly (Call & { readonly url: string })[];
}

const { seconds, connections } = (await json(process.stdin)) as LoadOrder;
const startedAt = performance.now();
let calls = 0;
await Promise.all(
  connections.map(async ({ url, ...call }) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (performance.now() - startedAt < seconds * 1_000) {
      const { status, text } = await send(url, { ...call, agent });
      if (status !== 200) throw new Error(`${url} was answered ${status}: ${text.slice(0, 600)}`);
      calls += 1;
    }
  }),
);
process.stdout.write(JSON.stringify({ calls, seconds: (performance.now() - startedAt) / 1_000 }));
process.exit(0);

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
      const running = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'load.js')]);
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
