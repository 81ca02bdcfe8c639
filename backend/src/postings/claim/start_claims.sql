-- An assistant starts with its first claim. The caller holds the rows of the pages and has charged them.
CREATE OR REPLACE FUNCTION start_claims(of_postings uuid[], by_devices uuid[], token_hashes bytea[], publish_times timestamptz[],
  lease_end timestamptz) RETURNS void LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  to_start uuid[] := ARRAY(
    SELECT a.id FROM assistants a
    WHERE a.id IN (SELECT p.assistant_id FROM page_postings p WHERE p.id = ANY (of_postings)) AND a.started_at IS NULL
    ORDER BY a.id FOR NO KEY UPDATE
  );
BEGIN
  IF cardinality(to_start) > 0 THEN
    UPDATE assistants a SET started_at = now(), updated_at = now() WHERE a.id = ANY (to_start) AND a.started_at IS NULL;
  END IF;

  INSERT INTO in_flight (page_guid, posting_id, owner_id, device_id, claim_token_hash, lease_expires_at)
  SELECT p.page_guid, p.id, p.owner_id, i.device_id, i.token_hash, lease_end
  FROM unnest(of_postings, by_devices, token_hashes) i (posting_id, device_id, token_hash)
  JOIN page_postings p ON p.id = ANY (of_postings) AND p.id = i.posting_id;

  UPDATE page_postings p
  SET status = 'posting', claimed_at = now(), report = NULL, error_message = NULL, error_code = NULL,
    claim_token_hash = NULL, charge_id = g.unused_charge_id, publish_at = i.publish_at,
    -- Less than that ahead means "now".
    scheduled_for = CASE WHEN i.publish_at >= now() + schedule_ahead() THEN i.publish_at END
  FROM unnest(of_postings, publish_times) i (posting_id, publish_at), pages g
  WHERE p.id = ANY (of_postings) AND p.id = i.posting_id AND g.guid = p.page_guid;
END $$;
