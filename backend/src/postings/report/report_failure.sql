-- After 'submitting' only codes that prove that nothing was posted are a failure; with any other the posting is unconfirmed.
-- 'rate_limited' and 'not_pressed' return it to the queue, and the charge stays with the page; 'not_pressed' fails after max_posting_tries() tries.
-- other_account: with 'account_changed', the site's id of the account after the press. If the report was stored, status is the new one.
CREATE OR REPLACE FUNCTION report_failure(device_secret_hash bytea, of_posting uuid, token_hash bytea, message text, code text,
  retry_after_seconds integer, other_account text,
  OUT device_known boolean, OUT posting_known boolean, OUT token_fits boolean, OUT status text, OUT report text,
  OUT moved boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  of_page uuid;
  posting page_postings;
  flight in_flight;
  is_doubt boolean;
BEGIN
  SELECT page_guid INTO of_page FROM devices WHERE secret_hash = device_secret_hash;
  PERFORM FROM pages WHERE guid = of_page FOR NO KEY UPDATE;
  SELECT * INTO flight FROM in_flight f
  WHERE f.page_guid = of_page AND f.posting_id = of_posting AND f.claim_token_hash = token_hash FOR UPDATE;
  SELECT * INTO posting FROM page_postings p WHERE p.id = of_posting AND p.page_guid = of_page;
  is_doubt := coalesce(posting.status = 'failed' AND posting.error_code = 'unconfirmed' AND posting.report IS NULL
    AND posting.claim_token_hash = token_hash, false);
  -- In all branches but the last the token fits. There, report_claim finds out.
  device_known := true;
  posting_known := true;
  token_fits := true;
  moved := false;

  IF (flight.submitting_at IS NOT NULL OR is_doubt) AND code <> ALL (proven_failures()) THEN
    UPDATE pages SET unused_charge_id = NULL WHERE guid = of_page AND unused_charge_id = posting.charge_id;
    -- Reported again, or after the lease had ended: it stays in doubt, and only the other account is news.
    UPDATE page_postings p
    SET status = 'failed', error_code = 'unconfirmed', claim_token_hash = token_hash, other_creator_id = other_account,
      error_message = CASE WHEN other_account IS NULL
        THEN left(message, 1900) || ' Check the page before you retry: the post may be live.'
        ELSE coalesce(
          'The account changed while posting: the post may be on @' || (
            SELECT nullif(g.username, '') FROM pages g
            WHERE g.owner_id = posting.owner_id AND g.creator_id = other_account AND g.unlinked_at IS NULL
          ) || '.', left(message, 1900)) || ' Check both pages before you retry.' END
    WHERE p.id = of_posting AND (NOT is_doubt OR other_account IS NOT NULL);
    status := 'failed';
    moved := NOT is_doubt;
    report := CASE WHEN is_doubt THEN 'failed' END;
  ELSIF code = 'rate_limited' AND flight.posting_id IS NOT NULL AND is_wanted(of_posting) THEN
    UPDATE page_postings p SET status = 'pending', claim_token_hash = token_hash WHERE p.id = of_posting;
    PERFORM note_refusal(of_page, code, retry_after_seconds);
    status := 'pending';
    moved := true;
  ELSIF code = 'not_pressed' AND (flight.posting_id IS NOT NULL OR is_doubt)
    AND posting.expired_lease_count + 1 < max_posting_tries() AND is_wanted(of_posting)
    AND EXISTS (SELECT FROM tasks t WHERE t.id = posting.task_id AND t.archived_at IS NULL FOR NO KEY UPDATE)
  THEN
    IF is_doubt THEN
      PERFORM restore_charge(of_page, of_posting);
    END IF;
    UPDATE page_postings p
    SET status = 'pending', claim_token_hash = token_hash, retry_count = p.retry_count + 1,
      expired_lease_count = p.expired_lease_count + 1, error_message = NULL, error_code = NULL
    WHERE p.id = of_posting;
    status := 'pending';
    moved := true;
  ELSIF code IN ('rate_limited', 'not_pressed') AND posting.status = 'pending' AND posting.claim_token_hash = token_hash THEN
    -- Reported again.
    status := 'pending';
    report := 'failed';
  ELSE
    SELECT c.device_known, c.posting_known, c.token_fits, c.status, c.report, c.moved
    INTO device_known, posting_known, token_fits, status, report, moved
    FROM report_claim(device_secret_hash, of_posting, token_hash, 'failed', NULL, NULL, message, code) c;
    IF moved THEN
      status := 'failed';
      IF code = ANY (page_pause_kinds()) THEN
        PERFORM note_refusal(of_page, code, retry_after_seconds);
      END IF;
    END IF;
  END IF;
END $$;
