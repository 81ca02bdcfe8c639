import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Pool } from 'pg';
import { atMost, type Bound, type Figure } from '../figure.ts';
import { postgresProcessorMs, postmasterOf } from '../processorTime.ts';
import * as productWork from './productWork.ts';
import * as queue from './withQueue.ts';

const PAGES = 30_000;
const ROUNDS = 4;
const SECONDS = 4;

interface Side {
  readonly withQueue: typeof queue.withQueue;
  readonly work: Pick<typeof productWork, 'productRate' | 'wholeLifecycle' | 'CONNECTIONS'>;
}

/** What one posting costs, from its claim to its completion. */
interface Life {
  readonly perSecond: number;
  readonly commits: number;
  readonly walBytes: number;
  /** Null without /proc. */
  readonly postgresMs: number | null;
}

interface Counters {
  readonly commits: number;
  readonly lsn: number;
  readonly ms: number | null;
}

async function readCounters(pool: Pool): Promise<Counters> {
  // Sessions add their commits to the statistics when they end.
  for (;;) {
    const { rows } = await pool.query<{ others: number }>(
      `SELECT count(*)::int AS others FROM pg_stat_activity
       WHERE datname = current_database() AND backend_type = 'client backend' AND application_name = 'life'`,
    );
    if (rows[0]?.others === 0) break;
    await sleep(20);
  }
  const { rows } = await pool.query<{ commits: number; lsn: number; pid: number }>(
    `SELECT xact_commit::float8 AS commits, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS lsn, pg_backend_pid() AS pid
     FROM pg_stat_database WHERE datname = current_database()`,
  );
  const { commits = 0, lsn = 0, pid = 0 } = rows[0] ?? {};
  return { commits, lsn, ms: postgresProcessorMs(postmasterOf(pid)) };
}

async function measureLives({ work }: Side, { pool, url, position }: { pool: Pool; url: string; position: number }) {
  const before = await readCounters(pool);
  const devices = new Pool({ connectionString: url, max: work.CONNECTIONS, application_name: 'life' });
  const run = { firstPosition: position, seconds: SECONDS };
  const { perSecond, nextPosition } = await work
    .productRate(devices, work.wholeLifecycle, run)
    .finally(() => devices.end());
  const after = await readCounters(pool);
  const lives = nextPosition - position;
  const life: Life = {
    perSecond,
    commits: (after.commits - before.commits) / lives,
    walBytes: (after.lsn - before.lsn) / lives,
    postgresMs: before.ms === null || after.ms === null ? null : (after.ms - before.ms) / lives,
  };
  return { life, nextPosition };
}

async function measureSides(sides: readonly Side[]): Promise<Life[][]> {
  const open = async (left: readonly Side[], opened: { side: Side; pool: Pool; url: string }[]): Promise<Life[][]> => {
    const [side, ...rest] = left;
    if (side) return side.withQueue(PAGES, (pool, url) => open(rest, [...opened, { side, pool, url }]));
    const lives: Life[][] = opened.map(() => []);
    const positions = opened.map(() => 0);
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [nth, { side: measured, ...database }] of opened.entries()) {
        const { life, nextPosition } = await measureLives(measured, { ...database, position: positions[nth] ?? 0 });
        positions[nth] = nextPosition;
        // The first round is a warm-up.
        if (round > 0) lives[nth]?.push(life);
      }
    }
    return lives;
  };
  return open(sides, []);
}

const QUANTITIES: readonly { of: keyof Life; unit: string; ratioBound: Bound | null }[] = [
  { of: 'commits', unit: '', ratioBound: atMost(0.5) },
  { of: 'postgresMs', unit: 'ms', ratioBound: atMost(0.5) },
  { of: 'walBytes', unit: 'bytes', ratioBound: null },
  { of: 'perSecond', unit: '/s', ratioBound: null },
];

/** `BENCH_BEFORE`: the folder of another checkout that is built. It is measured in turn with this one. */
async function run(): Promise<Figure[]> {
  const other = process.env.BENCH_BEFORE;
  const load = (module: string) =>
    import(pathToFileURL(join(other ?? '', 'backend/dist/bench/claims', module)).href) as Promise<never>;
  const ours: Side = { withQueue: queue.withQueue, work: productWork };
  const before = other && {
    withQueue: ((await load('withQueue.js')) as typeof queue).withQueue,
    work: await load('productWork.js'),
  };
  const [now = [], then] = await measureSides(before ? [ours, before] : [ours]);
  const samplesOf = (lives: readonly Life[], of: keyof Life) => lives.flatMap((life) => life[of] ?? []);
  return QUANTITIES.flatMap(({ of, unit, ratioBound }) => {
    const what = `${of} of a posting's life`;
    const samples = samplesOf(now, of);
    if (samples.length === 0) return [];
    const figures: Figure[] = [{ what, unit, samples, reference: '-', bound: null }];
    if (!then) return figures;
    const reference = samplesOf(then, of);
    return [
      ...figures,
      { what: `${what}: before`, unit, samples: reference, reference: '-', bound: null },
      {
        what: `${what}: ratio`,
        unit: '',
        samples: samples.map((sample, round) => sample / (reference[round] ?? Number.NaN)),
        reference: 'before, same run',
        bound: ratioBound,
      },
    ];
  });
}

export const lifeBench = { title: 'claim, two heartbeats, reports and the outcome of the screenshot', run };
