import { Pool } from 'pg';
import { closeDatabase, migrate, openDatabase } from '../../src/dataSource.ts';
import { beside, rateOf } from '../beside.ts';
import { atLeast, type Figure } from '../figure.ts';
import { Installation } from '../installation.ts';
import { fillQueue } from './fillQueue.ts';
import { findPgbench, pgbenchScript, runPgbench } from './pgbench.ts';
import { CONNECTIONS, claimOne, DEVICES, runWork, type Work, wholeLifecycle } from './productWork.ts';

const PAGES = 120_000;
const ROUNDS = 3;
const SECONDS = 2;

interface Queue {
  readonly pool: Pool;
  readonly url: string;
  readonly postgresPid: number;
}

/** Each call takes the next position of the queue. The processor time is that of Postgres. */
async function workRate({ pool, postgresPid }: Queue, work: Work, position: { next: number }, seconds = SECONDS) {
  return rateOf([postgresPid], async () => {
    const done = await runWork(pool, work, { firstPosition: position.next, seconds });
    position.next += done.calls;
    return done;
  });
}

/** Claims, and whole lives of postings: the product's statements, and the same SQL in pgbench. */
async function besidePgbench(queue: Queue): Promise<Figure[]> {
  const program = findPgbench();
  if (!program) {
    process.stdout.write('pgbench is not on this machine. It comes with the server package of Postgres.\n');
    return [];
  }
  const position = { next: 0 };
  // A warm-up for connections, statements and caches.
  await workRate(queue, claimOne, position, 1);
  const compare = async (what: string, work: Work, bound: number) => {
    const script = await pgbenchScript(work);
    let calls = 0;
    return beside(what, {
      rounds: ROUNDS,
      ours: async () => {
        const before = position.next;
        const rate = await workRate(queue, work, position);
        calls = position.next - before;
        return rate;
      },
      reference: () =>
        rateOf([queue.postgresPid], async () => {
          const done = await runPgbench(program, queue.url, script, { firstPosition: position.next, calls });
          position.next += done.calls;
          return done;
        }),
      referenceName: 'the same SQL in pgbench',
      bound: atLeast(bound),
    });
  };
  return [
    ...(await compare('claim with charge', claimOne, 0.8)),
    ...(await compare('lifecycle of a posting', wholeLifecycle, 1)),
  ];
}

async function run(): Promise<Figure[]> {
  return Installation.with(async ({ databaseUrl: url, postgresPid }) => {
    const db = await openDatabase(url);
    await migrate(db).finally(() => closeDatabase(db));
    const pool = new Pool({ connectionString: url, max: CONNECTIONS });
    pool.on('error', () => undefined);
    try {
      await fillQueue(pool, PAGES);
      return await besidePgbench({ pool, url, postgresPid });
    } finally {
      await pool.end();
    }
  });
}

export const claimsBench = { title: `claims of ${DEVICES} devices at once, 300 k pending`, run };
