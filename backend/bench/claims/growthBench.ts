import type { Pool } from 'pg';
import { atLeast, type Figure } from '../figure.ts';
import { claimOne, productRate } from './productWork.ts';
import { withQueue } from './withQueue.ts';

/** 12,000 postings. 4,000 of them are claimed, so on average 10,000 are pending. */
const SMALL = { pages: 4_800, postings: '10 k' };
const LARGE = { pages: 400_080, postings: '1 M' };
/** Claims on the small queue before it is replaced by a new one. */
const SLICE = 4_000;
/** Claims before the measurement, so that every connection has planned its statement. */
const WARM_UP = 200;
const ROUNDS = 3;
/** Seconds of claims on each queue, for one sample. */
const SECONDS = 5;

interface Queue {
  readonly pool: Pool;
  position: number;
}

/** Claims one slice and returns the seconds that it took. */
async function claimSlice(queue: Queue): Promise<number> {
  const warm = await productRate(queue.pool, claimOne, { firstPosition: queue.position, positions: WARM_UP });
  const { seconds, nextPosition } = await productRate(queue.pool, claimOne, {
    firstPosition: warm.nextPosition,
    positions: SLICE,
  });
  queue.position = nextPosition;
  return seconds;
}

/** Claims per second on both queues. Slices alternate until both queues were measured for `SECONDS`. */
async function sampleOf(large: Queue): Promise<{ few: number; many: number }> {
  const took = { few: 0, many: 0 };
  let claims = 0;
  for (; Math.min(took.few, took.many) < SECONDS; claims += SLICE) {
    took.few += await withQueue(SMALL.pages, (pool) => claimSlice({ pool, position: 0 }));
    took.many += await claimSlice(large);
  }
  return { few: claims / took.few, many: claims / took.many };
}

async function run(): Promise<Figure[]> {
  return withQueue(LARGE.pages, async (pool) => {
    const large = { pool, position: 0 };
    const samples: { few: number; many: number }[] = [];
    while (samples.length < ROUNDS) samples.push(await sampleOf(large));
    const rate = (of: 'few' | 'many', pending: string): Figure => ({
      what: `claims with ${pending} pending`,
      unit: '/s',
      samples: samples.map((sample) => sample[of]),
      reference: '-',
      bound: null,
    });
    return [
      rate('few', SMALL.postings),
      rate('many', LARGE.postings),
      {
        what: 'claims, 1 M against 10 k: ratio',
        unit: '',
        samples: samples.map(({ few, many }) => many / few),
        reference: 'itself with 10 k, same run',
        bound: atLeast(0.8),
      },
    ];
  });
}

export const growthBench = { title: `claims with 1 M pending against 10 k, ${SECONDS} s a sample`, run };
