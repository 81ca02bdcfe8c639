import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import { atLeast, type Figure } from '../figure.ts';
import { postgresProcessorMs, postmasterOf, processorMs } from '../processorTime.ts';
import type { LoadOrder, LoadRequest } from './load.ts';

const ROUNDS = 5;
const WARM_UP_SECONDS = 2;
const SECONDS = 3;
const BOUND = 0.7;

interface Server {
  readonly baseUrl: string;
  readonly pid: number;
}

interface Rate {
  readonly aSecond: number;
  /** Of the server and of Postgres together, an answer; null where the system does not tell. */
  readonly processorMs: number | null;
}

/** Answers a second that a server gives to a load from a process of its own. */
async function answersASecond(order: LoadOrder): Promise<number> {
  const script = join(import.meta.dirname, 'load.js');
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(order)]);
  return Number(stdout);
}

/**
 * Ours and the bare server in turn, so that whatever else the machine does meets both. By answers a second, and by what an
 * answer takes of the processor: the first is what counts, the second holds still on a machine that has other things to do.
 */
export async function loadRatio(
  what: string,
  { ours, bare, pool }: { readonly ours: Server; readonly bare: Server; readonly pool: Pool },
  connections: readonly (readonly LoadRequest[])[],
): Promise<Figure[]> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const postmaster = postmasterOf(rows[0]?.pid ?? 0);
  const takenBy = ({ pid }: Server): number | null => {
    const [own, postgres] = [processorMs(pid), postgresProcessorMs(postmaster)];
    return own === null || postgres === null ? null : own + postgres;
  };
  const measure = async (server: Server, seconds: number): Promise<Rate> => {
    const before = takenBy(server);
    const aSecond = await answersASecond({ baseUrl: server.baseUrl, seconds, connections });
    const after = takenBy(server);
    return { aSecond, processorMs: before === null || after === null ? null : (after - before) / (aSecond * seconds) };
  };
  await measure(ours, WARM_UP_SECONDS);
  await measure(bare, WARM_UP_SECONDS);
  const rounds: { own: Rate; reference: Rate }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ own: await measure(ours, SECONDS), reference: await measure(bare, SECONDS) });
  }
  const rates = (of: 'own' | 'reference') => rounds.map((round) => round[of].aSecond);
  const thrift = rounds.flatMap(({ own, reference }) =>
    own.processorMs === null || reference.processorMs === null ? [] : [reference.processorMs / own.processorMs],
  );
  return [
    { what: `${what}: ours`, unit: '/s', samples: rates('own'), reference: '-', bound: null },
    { what: `${what}: bare Koa + pg`, unit: '/s', samples: rates('reference'), reference: '-', bound: null },
    {
      what: `${what}: ratio`,
      unit: '',
      samples: rounds.map(({ own, reference }) => own.aSecond / reference.aSecond),
      reference: 'bare Koa + pg, same run',
      bound: atLeast(BOUND),
    },
    ...(thrift.length === 0
      ? []
      : [
          {
            what: `${what}: ratio by processor time`,
            unit: '',
            samples: thrift,
            reference: 'bare Koa + pg, same run',
            bound: atLeast(BOUND),
          },
        ]),
  ];
}
