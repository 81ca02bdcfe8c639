import { setTimeout as sleep } from 'node:timers/promises';
import type { PostingSort } from '@flyerdeck/contracts';
import type { Pool } from 'pg';
import { SEED_TERMS } from '../../seed/vocabulary.ts';
import { createDeviceCalls } from '../../src/extension/extension.service.ts';
import { countPostings, listPostings } from '../../src/postings/detailedPostings.query.ts';
import { type Cursor, decodeCursor, nextCursor } from '../../src/postings/list/cursor.ts';
import { dbOn } from '../../test/dbOn.ts';
import { fillQueue } from '../claims/fillQueue.ts';
import { claimOne } from '../claims/productWork.ts';
import { atLeast, atMost, type Figure } from '../figure.ts';

const CLAIMS_PER_SECOND = 50;
const PAGES_TO_CLAIM = 60_000;

/** Claims at 50 a second until it is stopped. Returns a function that stops it and returns the number of claims. */
function startClaims(pool: Pool, first: number): () => Promise<number> {
  const calls = createDeviceCalls(dbOn(pool));
  const startedAt = performance.now();
  let position = first;
  let isStopped = false;
  const work = async () => {
    while (!isStopped) {
      const due = first + Math.floor(((performance.now() - startedAt) / 1_000) * CLAIMS_PER_SECOND);
      const batch = Array.from({ length: Math.max(0, due - position) }, () => claimOne(calls, position++));
      await Promise.all(batch);
      await sleep(20);
    }
  };
  const running = work();
  return async () => {
    isStopped = true;
    await running;
    return position - first;
  };
}

interface Walk {
  readonly what: string;
  readonly search: string;
  readonly sort: PostingSort;
  readonly limit: number;
}

const WALKS: readonly Walk[] = [
  { what: 'unfiltered, latest change first', search: '', sort: 'updatedAt', limit: 1_000 },
  { what: 'a search with 0.6 %, latest change first', search: SEED_TERMS.uncommon.word, sort: 'updatedAt', limit: 200 },
  { what: 'a search for what is claimed, by status', search: 'long queue', sort: 'status', limit: 1_000 },
];

/** The ids on all pages of a list, with duplicates. */
async function idsOf(pool: Pool, { search, sort, limit }: Walk): Promise<string[]> {
  const ids: string[] = [];
  let cursor: Cursor | null = null;
  for (;;) {
    const rows = await listPostings(dbOn(pool), { search, sort, order: -1, page: 1, limit, cursor });
    ids.push(...rows.map(({ id }) => id));
    const next: string | null = nextCursor(sort, -1, cursor, rows.length < limit ? undefined : rows.at(-1));
    if (next === null) return ids;
    cursor = decodeCursor(sort, -1, next);
    if (cursor === null) throw new Error('the walk took too long');
  }
}

/** Walks through all pages while claims change rows. Nothing leaves or joins these lists meanwhile. */
export async function walkFigures(pool: Pool): Promise<Figure[]> {
  await fillQueue(pool, { pages: PAGES_TO_CLAIM });
  const figures: Figure[] = [];
  let position = 0;
  for (const walk of WALKS) {
    const total = await countPostings(dbOn(pool), { search: walk.search });
    const stop = startClaims(pool, position);
    const startedAt = performance.now();
    const ids = await idsOf(pool, walk);
    const seconds = (performance.now() - startedAt) / 1_000;
    const claims = await stop();
    position += claims;
    const wrong = Math.abs(total - new Set(ids).size) + (ids.length - new Set(ids).size);
    const what = `walk: ${walk.what}`;
    figures.push(
      { what: `${what}: rows`, unit: '', samples: [ids.length], reference: '-', bound: null },
      { what: `${what}: missing or found twice`, unit: 'rows', samples: [wrong], reference: '-', bound: atMost(0) },
      {
        what: `${what}: claims meanwhile`,
        unit: '/s',
        samples: [claims / seconds],
        reference: '-',
        bound: atLeast(40),
      },
      { what: `${what}: time`, unit: 's', samples: [seconds], reference: '-', bound: null },
    );
  }
  return figures;
}
