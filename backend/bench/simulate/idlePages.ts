import type { Pool } from 'pg';

const BATCH = 100_000;

/** Adds pages with a device and without postings. Their ids follow `pageAt`. */
export async function addIdlePages(pool: Pool, { from, to }: { from: number; to: number }): Promise<void> {
  for (let first = from; first < to; first += BATCH) {
    await pool.query(
      `WITH position AS (
         SELECT 'queue-' || n AS name, n FROM generate_series($1::int, $2::int - 1) n
       ), owner AS (
         SELECT id, row_number() OVER (ORDER BY id) - 1 AS nth, count(*) OVER () AS owners FROM users WHERE telegram_id LIKE 'queue-%'
       ), page AS (
         INSERT INTO pages (guid, owner_id, creator_id, name, last_polled_at)
         SELECT md5(position.name)::uuid, owner.id, position.name, 'Idle', now()
         FROM position JOIN owner ON owner.nth = position.n % owner.owners
         RETURNING guid, creator_id
       )
       INSERT INTO devices (secret_hash, linking_token_hash, token_expires_at, requested_page, extension_version, page_guid, bound_at)
       SELECT decode(md5(creator_id), 'hex'), decode(md5(creator_id), 'hex'), now(), '{}', '1.0.0', guid, now() FROM page`,
      [first, Math.min(to, first + BATCH)],
    );
  }
  await pool.query('VACUUM ANALYZE');
}
