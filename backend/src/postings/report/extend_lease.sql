-- Unlike extend_leases it waits for locks. Returns the posting before the report, and whether the lease was extended.
CREATE OR REPLACE FUNCTION extend_lease(device_secret_hash bytea, of_posting uuid, token_hash bytea, lease_seconds integer,
  is_submitting boolean,
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
