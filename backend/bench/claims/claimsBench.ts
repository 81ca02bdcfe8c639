import type { Pool } from 'pg';
import { atLeast, type Figure } from '../figure.ts';
import { postmasterOf, treeProcessorMs } from '../processorTime.ts';
import { PAGES_PER_OWNER } from './fillQueue.ts';
import { findPgbench, pgbenchRate } from './pgbench.ts';
import { pgbenchScript } from './pgbenchScript.ts';
import { claimOne, DEVICES, productRate, type Work, wholeLifecycle } from './productWork.ts';
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
  bound: number,
  queue: { pool: Pool; url: string; position: number },
) {
  const ours: number[] = [];
  const reference: number[] = [];
  const byProcessor: number[] = [];
  const { rows } = await queue.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const postmaster = postmasterOf(rows[0]?.pid ?? 0);
  const script = await pgbenchScript(work);
  for (let round = 0; round < ROUNDS; round++) {
    const firstPosition = queue.position;
    const atStart = treeProcessorMs(postmaster);
    const own = await productRate(queue.pool, work, { firstPosition, seconds: SECONDS });
    const afterOurs = treeProcessorMs(postmaster);
    queue.position = own.nextPosition;
    ours.push(own.perSecond);
    if (!program) continue;
    const calls = own.nextPosition - firstPosition;
    const theirs = await pgbenchRate(program, queue.url, script, { firstPosition: queue.position, calls });
    const afterTheirs = treeProcessorMs(postmaster);
    if (atStart !== null && afterOurs !== null && afterTheirs !== null) {
      const each = (milliseconds: number, from: number, to: number) => milliseconds / (to - from);
      byProcessor.push(
        each(afterTheirs - afterOurs, queue.position, theirs.nextPosition) /
          each(afterOurs - atStart, firstPosition, own.nextPosition),
      );
    }
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
        bound: atLeast(bound),
      },
      ...(byProcessor.length === 0
        ? []
        : [
            {
              what: `${what}: ratio by processor time of Postgres`,
              unit: '',
              samples: byProcessor,
              reference: 'the same SQL in pgbench, same run',
              bound: atLeast(bound),
            },
          ]),
    );
  }
  return figures;
}

const ONE_OWNER = { pages: 24_000, seconds: 1 };

/**
 * Claims on the pages of one owner, whose fees change one balance, and on pages of many owners, in turn. The first half of the
 * owners is for the former.
 */
async function claimsOfOneOwner(): Promise<Figure[]> {
  const owners = ONE_OWNER.pages / PAGES_PER_OWNER;
  const half = owners / 2;
  const ofOneOwner: Work = (calls, nth) =>
    claimOne(calls, (nth % PAGES_PER_OWNER) * owners + Math.floor(nth / PAGES_PER_OWNER));
  const ofManyOwners: Work = (calls, nth) => claimOne(calls, Math.floor(nth / half) * owners + half + (nth % half));
  return withQueue(ONE_OWNER.pages, async (pool) => {
    const rates = { one: [] as number[], many: [] as number[] };
    let [one, many] = [0, 0];
    for (let round = 0; round <= ROUNDS; round++) {
      const ofOne = await productRate(pool, ofOneOwner, { firstPosition: one, seconds: ONE_OWNER.seconds });
      const ofMany = await productRate(pool, ofManyOwners, { firstPosition: many, seconds: ONE_OWNER.seconds });
      one = ofOne.nextPosition;
      many = ofMany.nextPosition;
      // The first round is a warm-up.
      if (round === 0) continue;
      rates.one.push(ofOne.perSecond);
      rates.many.push(ofMany.perSecond);
    }
    const what = 'claims with charge, all of one owner';
    return [
      { what, unit: '/s', samples: rates.one, reference: '-', bound: null },
      {
        what: `${what}: ratio`,
        unit: '',
        samples: rates.one.map((rate, round) => rate / (rates.many[round] ?? Number.NaN)),
        reference: 'pages of many owners, same run',
        bound: atLeast(0.7),
      },
    ];
  });
}

async function run(): Promise<Figure[]> {
  const program = await findPgbench();
  const oneOwner = await claimsOfOneOwner();
  return withQueue(120_000, async (pool, url) => {
    const queue = { pool, url, position: 0 };
    // A warm-up for connections, statements and caches.
    queue.position = (await productRate(pool, claimOne, { firstPosition: 0, seconds: 1 })).nextPosition;
    const claims = await compareWithPgbench('claim with charge', claimOne, program, 0.8, queue);
    const lifecycles = await compareWithPgbench('lifecycle of a posting', wholeLifecycle, program, 1, queue);
    return [...claims, ...oneOwner, ...lifecycles];
  });
}

export const claimsBench = { title: `claims of ${DEVICES} devices at once, 300 k pending`, run };
