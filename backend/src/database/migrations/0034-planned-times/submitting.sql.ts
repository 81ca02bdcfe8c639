import { BATCH_SETTINGS } from '../0016-batches/claims.sql.ts';

/**
 * A device that is about to press the button asks the limits again, because minutes may have passed since its claim. A report that
 * is repeated is answered as the first one, and so is that of a posting that the site publishes later.
 */
export const submittingFunctions = `
CREATE FUNCTION may_post_now(of_page uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT (max_posts_in_24_hours, min_gap_minutes, posting_hours_from) IS NOT DISTINCT FROM (NULL, NULL, NULL)
    OR permitted_time_of_page(of_page, now(), false) = now()
  FROM pages WHERE guid = of_page
$$;

-- The 'heartbeat' or 'submitting' reports of different postings. Returns the postings whose leases it has extended, by the same
-- conditions as the statements for one report. Skips claims that another call has locked.
CREATE OR REPLACE FUNCTION extend_leases(device_secret_hashes bytea[], of_postings uuid[], token_hashes bytea[], lease_seconds integer,
  is_submitting boolean)
RETURNS TABLE (posting_id uuid, lease_expires_at timestamptz) LANGUAGE plpgsql ${BATCH_SETTINGS} AS $$
#variable_conflict use_column
DECLARE
  locked uuid[];
BEGIN
  locked := ARRAY(
    SELECT page_guid FROM in_flight WHERE posting_id = ANY (of_postings) ORDER BY page_guid FOR NO KEY UPDATE SKIP LOCKED
  );
  RETURN QUERY
  UPDATE in_flight f
  SET lease_expires_at = now() + lease_seconds * interval '1 second',
    submitting_at = CASE WHEN is_submitting THEN coalesce(f.submitting_at, now()) ELSE f.submitting_at END
  FROM unnest(device_secret_hashes, of_postings, token_hashes) i (secret_hash, posting, token_hash)
  JOIN devices d ON d.secret_hash = i.secret_hash
  WHERE f.page_guid = ANY (locked) AND f.page_guid = d.page_guid AND f.posting_id = i.posting
    AND f.claim_token_hash = i.token_hash AND f.lease_expires_at > now()
    -- OFFSET 0: a lookup of this posting. Else Postgres would collect all postings of assistants that are not deleted.
    AND (NOT is_submitting OR EXISTS (
      SELECT FROM page_postings p JOIN assistants a ON a.id = p.assistant_id
      WHERE p.id = i.posting AND a.deleted_at IS NULL
        AND (f.submitting_at IS NOT NULL OR p.scheduled_for > now() OR may_post_now(f.page_guid)) OFFSET 0
    ))
  RETURNING f.posting_id, f.lease_expires_at;
END $$;
`;
