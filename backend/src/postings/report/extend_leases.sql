-- 'submitting' holds what an unlinking, deletion or deactivation changes. A batch that waits 100 ms for a lock fails, and its items run alone.
-- Without force_generic_plan, Postgres would plan each statement again for the length of the arrays.
CREATE OR REPLACE FUNCTION extend_leases(device_secret_hashes bytea[], of_postings uuid[], token_hashes bytea[],
  lease_seconds integer, is_submitting boolean)
RETURNS TABLE (posting_id uuid, lease_expires_at timestamptz) LANGUAGE plpgsql
  SET lock_timeout = '100ms' SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  locked uuid[] := ARRAY(SELECT page_guid FROM devices WHERE secret_hash = ANY (device_secret_hashes));
BEGIN
  IF is_submitting THEN
    locked := ARRAY(SELECT guid FROM pages WHERE guid = ANY (locked) ORDER BY guid FOR NO KEY UPDATE SKIP LOCKED);
    PERFORM keep_owners_of(of_postings);
  END IF;
  locked := ARRAY(
    SELECT page_guid FROM in_flight WHERE posting_id = ANY (of_postings) AND page_guid = ANY (locked)
    ORDER BY page_guid FOR NO KEY UPDATE SKIP LOCKED
  );
  RETURN QUERY
  UPDATE in_flight f
  SET lease_expires_at = now() + lease_seconds * interval '1 second',
    submitting_at = CASE WHEN is_submitting THEN coalesce(f.submitting_at, now()) ELSE f.submitting_at END
  FROM unnest(device_secret_hashes, of_postings, token_hashes) i (secret_hash, posting, token_hash)
  JOIN devices d ON d.secret_hash = i.secret_hash AND d.voided_at IS NULL
  WHERE f.page_guid = ANY (locked) AND f.page_guid = d.page_guid AND f.posting_id = i.posting
    AND f.claim_token_hash = i.token_hash AND f.lease_expires_at > now() AND is_wanted(f.posting_id)
    AND (NOT is_submitting OR f.submitting_at IS NOT NULL OR may_post_now(f.page_guid)
      OR (SELECT p.scheduled_for > now() FROM page_postings p WHERE p.id = f.posting_id))
  RETURNING f.posting_id, f.lease_expires_at;
END $$;
