import { atLeast, type Bound, type Figure } from '../figure.ts';
import type { LoadRequest } from './load.ts';
import { type LoadedServer, loadRate, type Rate } from './loadRate.ts';

const ROUNDS = 5;
const WARM_UP_SECONDS = 2;
const SECONDS = 3;
const BOUND = atLeast(0.7);

interface RatioOptions {
  readonly rounds?: number;
  readonly bound?: Bound | null;
  /** The bound of the ratio by processor time, if it differs. */
  readonly processorBound?: Bound | null;
}

/**
 * Compares our server with the bare server. Both are measured in turn, so that other load on the machine affects both.
 * The ratio by processor time varies less on a busy machine than the ratio by answers per second.
 */
export async function loadRatio(
  what: string,
  { ours, bare }: { readonly ours: LoadedServer; readonly bare: LoadedServer },
  connections: readonly (readonly LoadRequest[])[],
  { rounds: roundCount = ROUNDS, bound = BOUND, processorBound = bound }: RatioOptions = {},
): Promise<Figure[]> {
  await loadRate(ours, connections, WARM_UP_SECONDS);
  await loadRate(bare, connections, WARM_UP_SECONDS);
  const rounds: { own: Rate; reference: Rate }[] = [];
  for (let round = 0; round < roundCount; round += 1) {
    rounds.push({
      own: await loadRate(ours, connections, SECONDS),
      reference: await loadRate(bare, connections, SECONDS),
    });
  }
  const rates = (of: 'own' | 'reference') => rounds.map((round) => round[of].perSecond);
  const byProcessor = rounds.flatMap(({ own, reference }) =>
    own.processorMs === null || reference.processorMs === null ? [] : [reference.processorMs / own.processorMs],
  );
  const comparison = { unit: '', reference: 'bare Koa + pg, same run', bound };
  return [
    { what: `${what}: ours`, unit: '/s', samples: rates('own'), reference: '-', bound: null },
    { what: `${what}: bare Koa + pg`, unit: '/s', samples: rates('reference'), reference: '-', bound: null },
    {
      what: `${what}: ratio`,
      samples: rounds.map(({ own, reference }) => own.perSecond / reference.perSecond),
      ...comparison,
    },
    ...(byProcessor.length === 0
      ? []
      : [{ what: `${what}: ratio by processor time`, samples: byProcessor, ...comparison, bound: processorBound }]),
  ];
}
