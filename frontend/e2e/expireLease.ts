import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client, type QueryResult } from 'pg';
import { APP_ROLE } from '../../backend/src/database/embedded/dataFolder.ts';
import { LOOPBACK, lastPortOf } from '../../backend/src/database/embedded/loopbackPort.ts';
import type { Product } from './product.ts';

/** Ends the lease of a posting: sets its end to a moment ago. */
export const expireLease = (product: Product, postingId: string): Promise<void> =>
  changeOneRow(
    product,
    `UPDATE in_flight SET lease_expires_at = now() - interval '1 millisecond' WHERE posting_id = $1`,
    postingId,
  );

/** Makes an unconfirmed posting as old as it must be before a device looks for it in the feed. */
export const passDoubt = (product: Product, postingId: string): Promise<void> =>
  changeOneRow(
    product,
    `UPDATE page_postings SET status_since = status_since - interval '2 minutes'
     WHERE id = $1 AND error_code = 'unconfirmed'`,
    postingId,
  );

/** A posting was posted so many minutes earlier. */
export const passPosted = (product: Product, postingId: string, minutes: number): Promise<void> =>
  changeOneRow(
    product,
    `UPDATE page_postings SET claimed_at = claimed_at - interval '${minutes} minutes',
       posted_at = posted_at - interval '${minutes} minutes' WHERE id = $1 AND status IN ('posted', 'completed')`,
    postingId,
  );

/** A post that was seen on its page is looked for again. */
export const makeFeedCheckDue = (product: Product, postingId: string): Promise<void> =>
  changeOneRow(
    product,
    `UPDATE live_posts SET checked_at = checked_at - interval '6 hours' WHERE posting_id = $1`,
    postingId,
  );

async function changeOneRow(product: Product, statement: string, postingId: string): Promise<void> {
  const { rowCount } = await query(product, statement, postingId);
  if (rowCount !== 1) throw new Error('No posting has this state.');
}

async function query(product: Product, statement: string, postingId: string): Promise<QueryResult> {
  const client = new Client({ connectionString: process.env.DATABASE_URL || (await embeddedUrl(product)) });
  await client.connect();
  try {
    return await client.query(statement, [postingId]);
  } finally {
    await client.end();
  }
}

export async function embeddedUrl({ dataDir }: Product): Promise<string> {
  const password = (await readFile(path.join(dataDir, 'postgres.password'), 'utf8')).trim();
  const port = await lastPortOf(path.join(dataDir, 'postgres'));
  return `postgres://${APP_ROLE}:${password}@${LOOPBACK}:${port}/flyerdeck`;
}
