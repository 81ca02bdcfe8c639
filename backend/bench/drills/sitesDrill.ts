import { runBrowserDrill } from './browserDrill.ts';
import type { Drill, DrillOutcome, DrillSize } from './drill.ts';

/** For each set. With 20 (`SITES_POSTINGS=20`) the drill takes more than an hour. */
const POSTINGS = { full: 4, short: 2 } as const;

/** What frontend/e2e/hostileSet.ts says about each set of switches. */
interface SiteSet {
  readonly switches: readonly string[];
  readonly postings: number;
  readonly taken: number;
  readonly refused: number;
  readonly twice: readonly string[];
  readonly wrong: readonly string[];
  readonly failedThoughTaken: readonly string[];
  readonly pauses: readonly string[];
  readonly doubts: number;
  readonly isImpossible: boolean;
}

async function run(size: DrillSize): Promise<DrillOutcome> {
  const { lines, failures } = await runBrowserDrill<SiteSet>('extensionHostile.spec.ts', 'SITES_LOG', {
    SITES_POSTINGS: process.env.SITES_POSTINGS ?? String(POSTINGS[size]),
  });
  const results = lines.map((set) => {
    const name = set.switches.join('+') || 'no switch';
    for (const fault of [...set.twice, ...set.wrong, ...set.failedThoughTaken]) failures.push(`${name}: ${fault}`);
    const pauses =
      set.pauses.length > 0 ? `, ${set.pauses.length} pauses (${[...new Set(set.pauses)].join(', ')})` : '';
    const answer = set.isImpossible ? 'not possible, and said so' : `${set.taken} posted, ${set.refused} refused`;
    return `${name}: ${set.postings} postings, ${answer}, ${set.doubts} doubts settled${pauses}`;
  });
  return { results, failures };
}

export const sitesDrill: Drill = {
  title:
    'a site that does what other sites do, each behaviour alone and random sets of five: nothing twice, no wrong verdict',
  run,
};
