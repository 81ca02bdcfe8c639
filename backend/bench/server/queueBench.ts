import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pool } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { atMost, type Figure } from '../figure.ts';
import { fillAccount } from '../fillAccount.ts';
import { type BenchProduct, type SignedIn, withProduct } from '../withProduct.ts';

const FLYERS = 50;
/** With the flyers, as many postings as the request adds by itself. */
const PAGES = 40;
const ROUNDS = 3;
const ACCOUNT = { pages: PAGES, assistants: ROUNDS, flyersEach: FLYERS, waiting: ROUNDS, queued: 0, pagesEach: 0 };

async function addToQueue({ baseUrl }: BenchProduct, { headers }: SignedIn, assistantId: string): Promise<number> {
  const startedAt = performance.now();
  const path = `/api/assistants/${assistantId}/add-to-queue`;
  const response = await fetch(`${baseUrl}${path}`, { method: 'POST', headers });
  const answer = (await response.json()) as { postings?: number };
  const took = performance.now() - startedAt;
  if (answer.postings !== FLYERS * PAGES) throw new Error(`${path} answered ${JSON.stringify(answer)}`);
  return took;
}

/** The assistant's postings in COPY's text format. None of the values needs escaping. */
async function textOf(pool: Pool, columns: readonly string[], assistantId: string): Promise<Buffer> {
  const cells = columns.map((column) => `coalesce(${column}::text, '\\N')`);
  const { rows } = await pool.query<{ line: string }>(
    `SELECT concat_ws(E'\\t', ${cells.join(', ')}) AS line FROM page_postings WHERE assistant_id = $1`,
    [assistantId],
  );
  return Buffer.from(rows.map((row) => `${row.line}\n`).join(''));
}

async function copySameRows(pool: Pool, assistantId: string): Promise<number> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
     WHERE attrelid = 'page_postings'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
  );
  const columns = rows.map((row) => row.name);
  const text = await textOf(pool, columns, assistantId);
  await pool.query('DELETE FROM page_postings WHERE assistant_id = $1', [assistantId]);
  await pool.query('VACUUM page_postings');
  const client = await pool.connect();
  try {
    const startedAt = performance.now();
    await pipeline(
      Readable.from([text]),
      client.query(copyFrom(`COPY page_postings (${columns.join(', ')}) FROM STDIN`)),
    );
    return performance.now() - startedAt;
  } finally {
    client.release();
  }
}

async function clear(pool: Pool): Promise<void> {
  await pool.query('DELETE FROM page_postings');
  await pool.query('VACUUM ANALYZE page_postings');
}

async function run(): Promise<Figure[]> {
  return withProduct(async (product) => {
    const { pool } = product;
    const person = await product.signIn('700000004');
    await fillAccount(pool, person.userId, null, ACCOUNT);
    await pool.query(`UPDATE pages SET tags = '{promo}' WHERE owner_id = $1`, [person.userId]);
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM assistants WHERE owner_id = $1', [person.userId]);
    const times = { ours: [] as number[], copy: [] as number[], ratio: [] as number[] };
    for (const { id } of rows) {
      const ours = await addToQueue(product, person, id);
      const copy = await copySameRows(pool, id);
      times.ours.push(ours);
      times.copy.push(copy);
      times.ratio.push(ours / copy);
      await clear(pool);
    }
    return [
      { what: 'add to queue, over HTTP', unit: 'ms', samples: times.ours, reference: '-', bound: null },
      { what: 'COPY of the same rows', unit: 'ms', samples: times.copy, reference: '-', bound: null },
      { what: 'add to queue: ratio', unit: 'x', samples: times.ratio, reference: 'COPY, same run', bound: atMost(6) },
    ];
  });
}

export const queueBench = { title: '40 pages x 50 flyers, one batch, to the queue', run };
