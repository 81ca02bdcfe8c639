import type { Page } from 'playwright-core';
import type { Figure } from '../figure.ts';
import type { BenchProduct, SignedIn } from '../withProduct.ts';
import type { PaintClock } from './paintClock.ts';

const PAGES = 1_000;
const ROUNDS = 5;

async function request(
  product: BenchProduct,
  person: SignedIn,
  guids: readonly string[],
  tag: string,
): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${product.baseUrl}/api/pages/bulk-tags`, {
    method: 'POST',
    headers: { ...person.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ guids, add: [tag], remove: [] }),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`bulk-tags answered ${response.status}: ${answer}`);
  return performance.now() - startedAt;
}

/** Adding a tag to 1,000 pages: what the server takes for it. */
export async function bulkTagFigures(
  product: BenchProduct,
  person: SignedIn,
  _page: Page,
  _clock: PaintClock,
): Promise<Figure[]> {
  const { rows } = await product.pool.query<{ guid: string }>(
    'SELECT guid FROM pages WHERE owner_id = $1 ORDER BY linked_at DESC LIMIT $2',
    [person.userId, PAGES],
  );
  const guids = rows.map((row) => row.guid);
  const requests: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) requests.push(await request(product, person, guids, `bulk ${round}`));
  return [{ what: 'tagging 1,000 pages: the request', unit: 'ms', samples: requests, reference: '-', bound: null }];
}
