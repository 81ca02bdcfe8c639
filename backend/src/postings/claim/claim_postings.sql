-- outcome: 'claimed', 'busy', or 'alone': then, and without a row, the caller calls claim_posting. No rows while claims are paused.
-- A batch that waits 100 ms for a lock fails, and its items run alone. force_generic_plan: see extend_leases.
CREATE OR REPLACE FUNCTION claim_postings(of_pages uuid[], by_devices uuid[], new_token_hashes bytea[], lease_seconds integer)
RETURNS TABLE (page_guid uuid, outcome text, id uuid, description text, file_id uuid, scheduled_for timestamptz,
  lease_expires_at timestamptz, attempt integer, charged boolean) LANGUAGE plpgsql
  SET lock_timeout = '100ms' SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  locked uuid[];
  heads uuid[];
  to_charge uuid[];
  devices uuid[];
  token_hashes bytea[];
  publish_times timestamptz[];
  lease_end timestamptz := now() + lease_seconds * interval '1 second';
BEGIN
  IF claims_paused() THEN
    RETURN;
  END IF;
  locked := ARRAY(
    SELECT guid FROM pages WHERE guid = ANY (of_pages) ORDER BY guid FOR NO KEY UPDATE SKIP LOCKED
  );
  PERFORM FROM users u WHERE u.id IN (SELECT owner_id FROM pages g WHERE guid = ANY (locked) AND needs_fee(g, now()))
  ORDER BY u.id FOR NO KEY UPDATE;

  -- Without a lost claim and limits. Pages that need a fee only while the owner's balance pays for them.
  heads := ARRAY(
    SELECT h.id FROM (
      SELECT head.id, g.needs_fee, u.credits_balance,
        count(*) FILTER (WHERE g.needs_fee) OVER (PARTITION BY g.owner_id ORDER BY g.guid) AS fees
      FROM (
        SELECT guid, owner_id, needs_fee(pages, now()) AS needs_fee, pages AS page FROM pages
        WHERE guid = ANY (locked) AND NOT has_limits(pages) AND has_scheduler
      ) g
      JOIN users u ON u.id = g.owner_id
      CROSS JOIN LATERAL first_claimable(g.guid) head
      CROSS JOIN LATERAL page_wait(g.page, head.assistant_id, true) wait
      WHERE wait.reason IS NULL AND NOT EXISTS (SELECT FROM in_flight f WHERE f.page_guid = g.guid OFFSET 0)
        AND NOT EXISTS (
          SELECT FROM unnest(of_pages, by_devices) i (page, device_id) JOIN devices d ON d.id = i.device_id
          WHERE i.page = g.guid AND d.voided_at IS NOT NULL
        )
    ) h
    WHERE NOT h.needs_fee OR h.credits_balance >= page_day_credits() * h.fees
  );

  to_charge := ARRAY(
    SELECT p.id FROM page_postings p JOIN pages g ON g.guid = p.page_guid WHERE p.id = ANY (heads) AND needs_fee(g, now())
  );
  IF cardinality(to_charge) > 0 THEN
    PERFORM charge_pages(to_charge);
  END IF;
  PERFORM renew_page_days(ARRAY(SELECT p.page_guid FROM page_postings p WHERE p.id = ANY (heads)));

  SELECT array_agg(h.id), array_agg(i.device_id), array_agg(i.token_hash), array_agg(d.due_at)
  INTO heads, devices, token_hashes, publish_times
  FROM unnest(of_pages, by_devices, new_token_hashes) i (page, device_id, token_hash)
  JOIN page_postings h ON h.page_guid = i.page AND h.id = ANY (heads)
  CROSS JOIN LATERAL due_at(h.id, now()) d;
  IF heads IS NOT NULL THEN
    PERFORM start_claims(heads, devices, token_hashes, publish_times, lease_end);
  END IF;

  RETURN QUERY
  SELECT i.page, CASE WHEN p.id IS NOT NULL THEN 'claimed' WHEN i.page = ANY (locked) THEN 'alone' ELSE 'busy' END,
    p.id, coalesce(p.page_text, t.description), t.file_id, p.scheduled_for, lease_end, p.posting_visits, coalesce(p.id = ANY (to_charge), false)
  FROM unnest(of_pages) i (page)
  LEFT JOIN page_postings p ON p.page_guid = i.page AND p.id = ANY (heads)
  LEFT JOIN tasks t ON t.id = p.task_id;
END $$;
