import type { Pool } from 'pg';
import { pictureKeySql, renderPictureJobSql } from './enqueue.ts';

/** A posting's job is enqueued with it; one that has waited this long without any has lost it. */
const GRACE_MINUTES = 2;
const BATCH = 1_000;

const sweepSql = `WITH lost AS (
    SELECT p.id FROM page_postings p
    WHERE p.status = 'posted' AND p.status_since < now() - interval '${GRACE_MINUTES} minutes'
      AND NOT EXISTS (
        SELECT FROM graphile_worker.jobs j
        -- One that is running or may still run; what failed for good stays in the table under its key.
        WHERE j.key = ${pictureKeySql('p.id')} AND (j.locked_at IS NOT NULL OR j.attempts < j.max_attempts)
      )
    ORDER BY p.status_since LIMIT ${BATCH}
  )
  SELECT ${renderPictureJobSql('id')} FROM lost`;

/** Enqueues the picture anew for postings whose job is gone, so that none stays 'posted' for ever. Answers how many. */
export async function sweepLostPictures(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(sweepSql);
  return rowCount ?? 0;
}
