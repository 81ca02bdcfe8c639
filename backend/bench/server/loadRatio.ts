import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { atLeast, type Figure } from '../figure.ts';
import type { LoadOrder, LoadRequest } from './load.ts';

const ROUNDS = 5;
const WARM_UP_SECONDS = 2;
const SECONDS = 3;

/** Answers a second that a server gives to a load from a process of its own. */
async function answersASecond(order: LoadOrder): Promise<number> {
  const script = join(import.meta.dirname, 'load.js');
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(order)]);
  return Number(stdout);
}

/** Ours and the bare server in turn, so that whatever else the machine does meets both. */
export async function loadRatio(
  what: string,
  { ours, bare }: { readonly ours: string; readonly bare: string },
  connections: readonly (readonly LoadRequest[])[],
): Promise<Figure[]> {
  const measure = (baseUrl: string, seconds: number) => answersASecond({ baseUrl, seconds, connections });
  await measure(ours, WARM_UP_SECONDS);
  await measure(bare, WARM_UP_SECONDS);
  const rates = { ours: [] as number[], bare: [] as number[], ratio: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const [own, reference] = [await measure(ours, SECONDS), await measure(bare, SECONDS)];
    rates.ours.push(own);
    rates.bare.push(reference);
    rates.ratio.push(own / reference);
  }
  return [
    { what: `${what}: ours`, unit: '/s', samples: rates.ours, reference: '-', bound: null },
    { what: `${what}: bare Koa + pg`, unit: '/s', samples: rates.bare, reference: '-', bound: null },
    {
      what: `${what}: ratio`,
      unit: '',
      samples: rates.ratio,
      reference: 'bare Koa + pg, same run',
      bound: atLeast(0.7),
    },
  ];
}
