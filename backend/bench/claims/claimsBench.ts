import type { Pool } from 'pg';
import { atLeast, type Figure, moreThan } from '../figure.ts';
import { withPostgres } from '../withPostgres.ts';
import { PAGES_EACH } from './fillLine.ts';
import { CONNECTIONS, claimOne, ourRate, type Work, wholeLife } from './ours.ts';
import { findPgbench, pgbenchRate } from './pgbench.ts';
import { pgbenchScript } from './pgbenchScript.ts';
import { graphileRate, pgBossRate } from './rivals.ts';
import { withLine } from './withLine.ts';

const ROUNDS = 3;
const SECONDS = 2;

/**
 * Measures the product's statements, and the same SQL in pgbench, in turn. Without pgbench only the product is
 * measured.
 */
async function against(
  what: string,
  work: Work,
  program: string | null,
  line: { pool: Pool; url: string; place: number },
) {
  const ours: number[] = [];
  const reference: number[] = [];
  const script = await pgbenchScript(work);
  for (let round = 0; round < ROUNDS; round++) {
    const firstPlace = line.place;
    const own = await ourRate(line.pool, work, { firstPlace, seconds: SECONDS });
    line.place = own.nextPlace;
    ours.push(own.aSecond);
    if (!program) continue;
    const calls = own.nextPlace - firstPlace;
    const theirs = await pgbenchRate(program, line.url, script, { firstPlace: line.place, calls });
    line.place = theirs.nextPlace;
    reference.push(theirs.aSecond);
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
async function ofOneOwner(): Promise<Figure> {
  const samples = await withLine(ONE_OWNER.pages, async (pool) => {
    const owners = ONE_OWNER.pages / PAGES_EACH;
    const claimNext: Work = (on, nth) => claimOne(on, (nth % PAGES_EACH) * owners + Math.floor(nth / PAGES_EACH));
    const rates: number[] = [];
    for (let place = 0; rates.length < ROUNDS; ) {
      const { aSecond, nextPlace } = await ourRate(pool, claimNext, {
        firstPlace: place,
        seconds: ONE_OWNER.seconds,
      });
      place = nextPlace;
      rates.push(aSecond);
    }
    return rates;
  });
  return { what: 'claims with charge, all of one owner', unit: '/s', samples, reference: '-', bound: null };
}

async function run(): Promise<Figure[]> {
  const program = await findPgbench();
  const oneOwner = await ofOneOwner();
  return withLine(120_000, async (pool, url) => {
    const line = { pool, url, place: 0 };
    // A warm-up for connections, statements and caches.
    line.place = (await ourRate(pool, claimOne, { firstPlace: 0, seconds: 1 })).nextPlace;
    const claims = await against('claim with charge', claimOne, program, line);
    const lives = await against('whole life of a posting', wholeLife, program, line);
    const graphile: number[] = [];
    const boss: number[] = [];
    const claimsBeside: number[] = [];
    for (let round = 0; round < 3; round++) {
      const own = await ourRate(pool, claimOne, { firstPlace: line.place, seconds: SECONDS });
      line.place = own.nextPlace;
      claimsBeside.push(own.aSecond);
      // Each job queue has its own database. They run in the same round, so that load on the machine affects all of
      // them.
      graphile.push(await withPostgres(graphileRate));
      boss.push(await withPostgres(pgBossRate));
    }
    const times = (rivals: readonly number[]) =>
      claimsBeside.map((rate, round) => rate / (rivals[round] ?? Number.NaN));
    return [
      ...claims.figures,
      oneOwner,
      ...lives.figures,
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
