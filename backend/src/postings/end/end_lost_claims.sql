-- The caller holds the pages' rows. Before submitting nothing can be live: back in the queue, and failed after max_posting_tries() losses.
-- After it: failed as unconfirmed. The token is kept, because a late 'posted' still wins.
CREATE OR REPLACE FUNCTION end_lost_claims(of_pages uuid[], OUT requeued integer, OUT failed integer, OUT unconfirmed integer)
LANGUAGE plpgsql AS $$
DECLARE
  lost record;
BEGIN
  -- submitting and heartbeat change these rows without holding the page.
  PERFORM FROM in_flight WHERE page_guid = ANY (of_pages) AND lease_expires_at <= now() FOR UPDATE;

  UPDATE pages g SET unused_charge_id = NULL
  FROM in_flight f JOIN page_postings p ON p.id = f.posting_id
  WHERE f.page_guid = ANY (of_pages) AND f.lease_expires_at <= now() AND f.submitting_at IS NOT NULL
    AND g.guid = f.page_guid AND g.unused_charge_id = p.charge_id;

  FOR lost IN
    SELECT p.id, p.page_guid, p.charge_id
    FROM in_flight f
    JOIN page_postings p ON p.id = f.posting_id
    JOIN pages g ON g.guid = f.page_guid
    JOIN assistants a ON a.id = p.assistant_id
    WHERE f.page_guid = ANY (of_pages) AND f.lease_expires_at <= now() AND f.submitting_at IS NULL
      AND (p.expired_lease_count + 1 >= max_posting_tries() OR a.deleted_at IS NOT NULL OR g.unlinked_at IS NOT NULL)
      AND g.unused_charge_id = p.charge_id
    ORDER BY p.owner_id, p.page_guid
  LOOP
    PERFORM refund_charge(lost.page_guid, lost.id, lost.charge_id);
  END LOOP;

  WITH ended AS (
    UPDATE page_postings p
    SET status = CASE WHEN e.error_code IS NULL THEN 'pending' ELSE 'failed' END,
      error_code = e.error_code,
      error_message = CASE e.error_code
        WHEN 'unconfirmed' THEN
          'The page stopped responding while posting. Check the page before you retry: the post may be live.'
        WHEN 'assistant_deleted' THEN 'The assistant was deleted.'
        WHEN 'page_unlinked' THEN 'The page was unlinked.'
        WHEN 'lease_expired' THEN 'The page stopped responding before posting.'
      END,
      claim_token_hash = CASE WHEN e.in_doubt THEN e.claim_token_hash END,
      retry_count = p.retry_count + (NOT e.in_doubt)::int,
      expired_lease_count = p.expired_lease_count + (NOT e.in_doubt)::int
    FROM (
      SELECT f.posting_id, f.claim_token_hash, f.submitting_at IS NOT NULL AS in_doubt,
        CASE
          WHEN f.submitting_at IS NOT NULL THEN 'unconfirmed'
          WHEN a.deleted_at IS NOT NULL THEN 'assistant_deleted'
          WHEN g.unlinked_at IS NOT NULL THEN 'page_unlinked'
          WHEN o.expired_lease_count + 1 >= max_posting_tries() THEN 'lease_expired'
        END AS error_code
      FROM in_flight f
      JOIN page_postings o ON o.id = f.posting_id
      JOIN pages g ON g.guid = f.page_guid
      JOIN assistants a ON a.id = o.assistant_id
      WHERE f.page_guid = ANY (of_pages) AND f.lease_expires_at <= now()
    ) e
    WHERE p.id = e.posting_id
    RETURNING p.status, p.error_code
  )
  SELECT count(*) FILTER (WHERE ended.status = 'pending'), count(*) FILTER (WHERE error_code <> 'unconfirmed'),
    count(*) FILTER (WHERE error_code = 'unconfirmed')
  INTO requeued, failed, unconfirmed FROM ended;
END $$;
