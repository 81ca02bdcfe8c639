import type { Pool } from 'pg';
import { atLeast, type Figure, moreThan } from '../figure.ts';
import { withPostgres } from '../withPostgres.ts';
import { PAGES_PER_OWNER } from './fillQueue.ts';
import { graphileRate, pgBossRate } from './jobQueues.ts';
import { findPgbench, pgbenchRate } from './pgbench.ts';
import { pgbenchScript } from './pgbenchScript.ts';
import { CONNECTIONS, claimOne, productRate, type Work, wholeLifecycle } from './productWork.ts';
import { withQueue } from './withQueue.ts';

const ROUNDS = 3;
const SECONDS = 2;

/**
 * Measures the product's statements, and the same SQL in pgbench, in turn. Without pgbench only the product is
 * measured.
 */
async function compareWithPgbench(
  what: string,
  work: Work,
  program: string | null,
  queue: { pool: Pool; url: string; position: number },
) {
  const ours: number[] = [];
  const reference: number[] = [];
  const script = await pgbenchScript(work);
  for (let round = 0; round < ROUNDS; round++) {
    const firstPosition = queue.position;
    const own = await productRate(queue.pool, work, { firstPosition, seconds: SECONDS });
    queue.position = own.nextPosition;
    ours.push(own.perSecond);
    if (!program) continue;
    const calls = own.nextPosition - firstPosition;
    const theirs = await pgbenchRate(program, queue.url, script, { firstPosition: queue.position, calls });
    queue.position = theirs.nextPosition;
    reference.push(theirs.perSecond);
  }
  const figures: Figure[] = [
    {
      what: `${what}: ours`,
      unit: '/s',
      samples: ours,
      reference: program ? '-' : 'pgbench is not on this machine',
      bound: null,
    },
  ];
  if (program) {
    figures.push(
      { what: `${what}: pgbench`, unit: '/s', samples: reference, reference: '-', bound: null },
      {
        what: `${what}: ratio`,
        unit: '',
        samples: ours.map((rate, round) => rate / (reference[round] ?? Number.NaN)),
        reference: 'the same SQL in pgbench, same run',
        bound: atLeast(0.6),
      },
    );
  }
  return { figures, ours };
}

const ONE_OWNER = { pages: 12_000, seconds: 1 };

/**
 * Measures claims on the pages of one owner. Each fee waits for the lock on the balance that the previous fee changed.
 */
async function claimsOfOneOwner(): Promise<Figure> {
  const samples = await withQueue(ONE_OWNER.pages, async (pool) => {
    const owners = ONE_OWNER.pages / PAGES_PER_OWNER;
    const claimNext: Work = (on, nth) =>
      claimOne(on, (nth % PAGES_PER_OWNER) * owners + Math.floor(nth / PAGES_PER_OWNER));
    const rates: number[] = [];
    for (let position = 0; rates.length < ROUNDS; ) {
      const { perSecond, nextPosition } = await productRate(pool, claimNext, {
        firstPosition: position,
        seconds: ONE_OWNER.seconds,
      });
      position = nextPosition;
      rates.push(perSecond);
    }
    return rates;
  });
  return { what: 'claims with charge, all of one owner', unit: '/s', samples, reference: '-', bound: null };
}

async function run(): Promise<Figure[]> {
  const program = await findPgbench();
  const oneOwner = await claimsOfOneOwner();
  return withQueue(120_000, async (pool, url) => {
    const queue = { pool, url, position: 0 };
    // A warm-up for connections, statements and caches.
    queue.position = (await productRate(pool, claimOne, { firstPosition: 0, seconds: 1 })).nextPosition;
    const claims = await compareWithPgbench('claim with charge', claimOne, program, queue);
    const lifecycles = await compareWithPgbench('lifecycle of a posting', wholeLifecycle, program, queue);
    const graphile: number[] = [];
    const boss: number[] = [];
    const claimsBeside: number[] = [];
    for (let round = 0; round < 3; round++) {
      const own = await productRate(pool, claimOne, { firstPosition: queue.position, seconds: SECONDS });
      queue.position = own.nextPosition;
      claimsBeside.push(own.perSecond);
      // Each job queue has its own database. They run in the same round, so that load on the machine affects all of
      // them.
      graphile.push(await withPostgres(graphileRate));
      boss.push(await withPostgres(pgBossRate));
    }
    const times = (jobQueue: readonly number[]) =>
      claimsBeside.map((rate, round) => rate / (jobQueue[round] ?? Number.NaN));
    return [
      ...claims.figures,
      oneOwner,
      ...lifecycles.figures,
      { what: 'graphile-worker, empty jobs', unit: '/s', samples: graphile, reference: '-', bound: null },
      { what: 'pg-boss, empty jobs one by one', unit: '/s', samples: boss, reference: '-', bound: null },
      {
        what: 'claims against graphile-worker',
        unit: 'x',
        samples: times(graphile),
        reference: 'same run',
        bound: moreThan(1),
      },
      { what: 'claims against pg-boss', unit: 'x', samples: times(boss), reference: 'same run', bound: moreThan(1) },
    ];
  });
}

export const claimsBench = { title: `claims, ${CONNECTIONS} connections, 300 k pending`, run };
