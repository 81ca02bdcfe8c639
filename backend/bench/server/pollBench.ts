import { BUILT_IN_SITE_PACK, EXTENSION_VERSION, type PollBody, pollDevice } from '@flyerdeck/contracts';
import type { Pool } from 'pg';
import { hashSecret, newSecret } from '../../src/http/secrets.ts';
import { atLeast, type Figure } from '../figure.ts';
import { withProduct } from '../withProduct.ts';
import type { LoadRequest } from './load.ts';
import { loadRatio } from './loadRatio.ts';

const DEVICES = 50;
const COUNTS = { home: 3, notifications: 12, messages: 48 };

/** One page and one device for each owner. Posting is on, and nothing is queued. */
const fillSql = `WITH owner AS (
    INSERT INTO users (telegram_id, username, is_posting_active, posting_switched_at)
    SELECT 'poll-' || n, 'poll_' || n, true, now() FROM generate_series(1, cardinality($1::bytea[])) n
    RETURNING id, telegram_id
  ), page AS (
    INSERT INTO pages (owner_id, creator_id, name) SELECT id, telegram_id, 'New' FROM owner RETURNING guid, creator_id
  )
  INSERT INTO devices (secret_hash, linking_token_hash, token_expires_at, requested_page, extension_version, page_guid, bound_at)
  SELECT secret.hash, secret.hash, now(), '{}', $2, page.guid, now()
  FROM unnest($1::bytea[]) WITH ORDINALITY AS secret (hash, n) JOIN page ON page.creator_id = 'poll-' || secret.n`;

async function fillDevices(pool: Pool): Promise<string[]> {
  const secrets = Array.from({ length: DEVICES }, newSecret);
  await pool.query(fillSql, [secrets.map(hashSecret), EXTENSION_VERSION]);
  await pool.query('VACUUM ANALYZE');
  return secrets;
}

/** The poll that the extension sends for a linked page (pollOnce.ts). */
function pollRequest(secret: string, position: number, counts: PollBody['counts']): LoadRequest {
  const body: PollBody = {
    time_zone: 'America/New_York',
    extension_version: EXTENSION_VERSION,
    health: 'ok',
    site_pack_version: BUILT_IN_SITE_PACK.version,
    ...(counts && { counts }),
    page: {
      name: `Luna Star ${position} ✨`,
      username: `luna_star_${position}`,
      avatar_url: `https://cdn.creators.example/files/thumbs/c144/3/3f/3fa9c1d07be24c5f90d1/${position}/avatar.jpg`,
    },
  };
  return {
    method: pollDevice.method,
    path: `/api${pollDevice.path}`,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${secret}` },
    body: JSON.stringify(body),
  };
}

async function run(): Promise<Figure[]> {
  return withProduct(async (product) => {
    const secrets = await fillDevices(product.pool);
    const servers = { ours: product, bare: await product.startBeside('server/bareServer.js') };
    const steady = secrets.map((secret, position) => [pollRequest(secret, position, COUNTS)]);
    const changing = secrets.map((secret, position) =>
      [COUNTS, { ...COUNTS, messages: COUNTS.messages + 1 }].map((counts) => pollRequest(secret, position, counts)),
    );
    return [
      ...(await loadRatio('idle poll', servers, steady, { processorBound: atLeast(0.9) })),
      ...(await loadRatio('poll with new counts each time', servers, changing, { bound: null })),
    ];
  });
}

export const pollBench = { title: `a device polls and nothing waits, ${DEVICES} devices of ${DEVICES} owners`, run };
