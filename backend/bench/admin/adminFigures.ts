import { POSTING_SORTS } from '@flyerdeck/contracts';
import { atMost, type Figure, medianOf } from '../figure.ts';
import { type Measured, PAGES, SEARCHES, type SearchName, type Timing } from './timings.ts';

export const SIZES = [10_000, 100_000, 1_000_000] as const;

const readable = (milliseconds: number) => (milliseconds < 10 ? milliseconds.toFixed(1) : milliseconds.toFixed(0));

/**
 * All timings as p50/p95 in milliseconds: one line for each order and search, with the first, middle and last page of
 * each size.
 */
export function printTimings(sizes: ReadonlyMap<number, Measured>): string {
  const head = [...sizes.keys()].flatMap((size) => PAGES.map((page) => `${size / 1000}k ${page}`));
  const lines = POSTING_SORTS.flatMap((sort) =>
    (Object.keys(SEARCHES) as SearchName[]).map((search) => {
      const cells = [...sizes.values()].flatMap(({ lists }) =>
        lists
          .filter((timing) => timing.sort === sort && timing.search === search)
          .map(({ p50, p95 }) => `${readable(p50)}/${readable(p95)}`),
      );
      return [sort.padEnd(10), search.padEnd(7), ...cells.map((cell) => cell.padEnd(13))].join(' ');
    }),
  );
  const title = ['order'.padEnd(10), 'search'.padEnd(7), ...head.map((cell) => cell.padEnd(13))].join(' ');
  return `\ndetailed-admin, p50/p95 in ms\n${title}\n${lines.join('\n')}\n`;
}

/** The time of the slowest order for a search and page. */
const slowest = (lists: readonly Timing[], search: SearchName, page: Timing['page']) =>
  Math.max(...lists.filter((timing) => timing.search === search && timing.page === page).map(({ p50 }) => p50));

export function listFigures(sizes: ReadonlyMap<number, Measured>): Figure[] {
  const [small, , large] = SIZES.map((size) => sizes.get(size));
  if (!small || !large) throw new Error('a size was not measured');
  const scanned = medianOf(large.scan.alone);
  const figures: Figure[] = [
    { what: 'sequential scan at 1 M', unit: 'ms', samples: large.scan.alone, reference: '-', bound: null },
    { what: 'sequential scan at 1 M, parallel', unit: 'ms', samples: large.scan.parallel, reference: '-', bound: null },
  ];
  const reference = 'sequential scan, 1 M';
  for (const search of Object.keys(SEARCHES) as SearchName[]) {
    for (const page of PAGES) {
      figures.push({
        what: `search ${search}, ${page} page, slowest order`,
        unit: 'of it',
        samples: [slowest(large.lists, search, page) / scanned],
        reference,
        bound: atMost(search === 'none' && page === 'first' ? 0.2 : 1.5),
      });
    }
    const samples = (large.totals.get(search) ?? []).map((milliseconds) => milliseconds / scanned);
    figures.push({ what: `search ${search}, exact total`, unit: 'of it', samples, reference, bound: atMost(1.5) });
  }
  for (const [name, times] of large.filters) {
    const samples = times.map((milliseconds) => milliseconds / scanned);
    figures.push({
      what: `filter ${name}, slowest order or total`,
      unit: 'of it',
      samples,
      reference,
      bound: atMost(1.5),
    });
  }
  const growth = large.analytics.map((milliseconds) => milliseconds / medianOf(small.analytics));
  const { analytics } = large;
  const trends = large.trends.map((milliseconds) => milliseconds / scanned);
  return [
    ...figures,
    { what: 'performance-analytics?limit=500 at 1 M', unit: 'ms', samples: analytics, reference: '-', bound: null },
    { what: 'performance-analytics: growth', unit: 'x', samples: growth, reference: '10 k -> 1 M', bound: atMost(1.5) },
    { what: 'charts of 90 days at 1 M', unit: 'of it', samples: trends, reference, bound: atMost(1.5) },
  ];
}
