-- Returns the postings that changed. The others are reported alone. The settings are those of extend_leases.
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
  SELECT array_agg(p.id), array_agg(i.token_hash), array_agg(i.external_id), array_agg(i.said_at)
  INTO plain, token_hashes, external_ids, said_posted_at
  FROM unnest(device_secret_hashes, of_postings, token_hashes, external_ids, said_posted_at)
    i (secret_hash, posting_id, token_hash, external_id, said_at)
  JOIN devices d ON d.secret_hash = i.secret_hash AND d.page_guid = ANY (locked)
  JOIN in_flight f ON f.page_guid = d.page_guid AND f.posting_id = i.posting_id AND f.claim_token_hash = i.token_hash
  JOIN page_postings p ON p.id = f.posting_id
  WHERE p.page_guid = d.page_guid AND p.status = 'posting' AND p.report IS NULL;
  IF plain IS NOT NULL THEN
    PERFORM mark_posted(plain, token_hashes, external_ids, said_posted_at);
    RETURN QUERY SELECT unnest(plain);
  END IF;
END $$;
