export const reportFunctions = `
-- False once the page is unlinked, the assistant deleted or the owner deactivated.
CREATE FUNCTION is_wanted(of_posting uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT g.unlinked_at IS NULL AND a.deleted_at IS NULL AND u.is_active
  FROM page_postings p
  JOIN pages g ON g.guid = p.page_guid
  JOIN users u ON u.id = p.owner_id
  JOIN assistants a ON a.id = p.assistant_id
  WHERE p.id = of_posting
$$;

-- Until the transaction ends, no owner of these postings is deactivated and no assistant deleted: both lock the rows FOR UPDATE.
-- Changes of balances and pauses go on.
CREATE FUNCTION keep_owners_of(of_postings uuid[]) RETURNS void LANGUAGE sql AS $$
  SELECT FROM page_postings p JOIN users u ON u.id = p.owner_id JOIN assistants a ON a.id = p.assistant_id
  WHERE p.id = ANY (of_postings)
  ORDER BY u.id, a.id FOR KEY SHARE OF u, a
$$;

-- The 'heartbeat' or 'submitting' reports of different postings. Returns the postings whose leases it has extended. Skips rows
-- that another call has locked. 'submitting' holds what an unlinking, deletion or deactivation changes: each of them is either
-- waited for and seen, or waits until the submitting is visible to it.
CREATE OR REPLACE FUNCTION extend_leases(device_secret_hashes bytea[], of_postings uuid[], token_hashes bytea[], lease_seconds integer,
  is_submitting boolean)
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

-- One such report, which waits for locks. Returns the posting before the report, and whether the lease was extended.
CREATE FUNCTION extend_lease(device_secret_hash bytea, of_posting uuid, token_hash bytea, lease_seconds integer, is_submitting boolean,
  OUT device_known boolean, OUT posting_known boolean, OUT token_fits boolean, OUT status text, OUT report text, OUT moved boolean,
  OUT lease_expires_at timestamptz) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  of_page uuid;
BEGIN
  SELECT page_guid INTO of_page FROM devices WHERE secret_hash = device_secret_hash;
  device_known := FOUND;
  IF is_submitting THEN
    PERFORM FROM pages WHERE guid = of_page FOR NO KEY UPDATE;
    PERFORM keep_owners_of(ARRAY[of_posting]);
  END IF;
  PERFORM FROM in_flight WHERE page_guid = of_page FOR NO KEY UPDATE;
  SELECT e.lease_expires_at INTO lease_expires_at
  FROM extend_leases(ARRAY[device_secret_hash], ARRAY[of_posting], ARRAY[token_hash], lease_seconds, is_submitting) e;
  moved := FOUND;
  SELECT coalesce(f.claim_token_hash, p.claim_token_hash) = token_hash, p.status, p.report INTO token_fits, status, report
  FROM page_postings p LEFT JOIN in_flight f ON f.posting_id = p.id
  WHERE p.id = of_posting AND p.page_guid = of_page;
  posting_known := FOUND;
  token_fits := coalesce(token_fits, false);
END $$;
`;
