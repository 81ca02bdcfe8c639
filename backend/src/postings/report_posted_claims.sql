-- The 'posted' reports of different postings. Returns the postings that changed. The others are reported alone. The settings are
-- those of extend_leases.
CREATE OR REPLACE FUNCTION report_posted_claims(device_secret_hashes bytea[], of_postings uuid[], token_hashes bytea[],
  external_ids text[], said_posted_at timestamptz[]) RETURNS SETOF uuid LANGUAGE plpgsql
  SET lock_timeout = '100ms' SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  locked uuid[];
  plain uuid[];
BEGIN
  locked := ARRAY(
    SELECT guid FROM pages
    WHERE guid = ANY (ARRAY(SELECT page_guid FROM devices WHERE secret_hash = ANY (device_secret_hashes)))
    ORDER BY guid FOR NO KEY UPDATE SKIP LOCKED
  );
  plain := ARRAY(
    SELECT p.id
    FROM unnest(device_secret_hashes, of_postings, token_hashes) i (secret_hash, posting_id, token_hash)
    JOIN devices d ON d.secret_hash = i.secret_hash AND d.page_guid = ANY (locked)
    JOIN in_flight f ON f.page_guid = d.page_guid AND f.posting_id = i.posting_id AND f.claim_token_hash = i.token_hash
    JOIN page_postings p ON p.id = f.posting_id
    WHERE p.page_guid = d.page_guid AND p.status = 'posting' AND p.report IS NULL
  );
  UPDATE pages g SET unused_charge_id = NULL
  FROM page_postings p
  WHERE p.id = ANY (plain) AND g.guid = p.page_guid AND g.unused_charge_id = p.charge_id;
  UPDATE page_postings p
  SET status = 'posted', report = 'posted', claim_token_hash = i.token_hash, external_post_id = i.external_id,
    posted_at = least(coalesce(i.said_at, now()), now()), expired_lease_count = 0, error_message = NULL, error_code = NULL
  FROM unnest(of_postings, token_hashes, external_ids, said_posted_at) i (posting_id, token_hash, external_id, said_at)
  WHERE p.id = ANY (plain) AND p.id = i.posting_id;
  INSERT INTO pending_screenshots (posting_id) SELECT unnest(plain);
  RETURN QUERY SELECT unnest(plain);
END $$;
