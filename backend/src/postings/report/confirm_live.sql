-- False, and nothing changes, unless this try is still in doubt. The page's row is locked first, so that a late report, a verdict or a retry
-- comes before or after.
CREATE OR REPLACE FUNCTION confirm_live(owner uuid, of_posting uuid, of_attempt integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  posting page_postings;
BEGIN
  PERFORM FROM pages g JOIN page_postings p ON p.page_guid = g.guid
  WHERE p.id = of_posting AND p.owner_id = owner FOR NO KEY UPDATE OF g;
  SELECT p.* INTO posting FROM page_postings p JOIN tasks t ON t.id = p.task_id
  WHERE p.id = of_posting AND p.owner_id = owner AND p.status = 'failed' AND p.error_code = 'unconfirmed'
    AND p.posting_visits = of_attempt AND t.archived_at IS NULL;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM mark_posted(ARRAY[of_posting], ARRAY[posting.claim_token_hash], ARRAY[NULL::text], ARRAY[posting.claimed_at]);
  -- No device says it, so that the feed does not put it in doubt again.
  UPDATE page_postings SET report = NULL WHERE id = of_posting;
  RETURN true;
END $$;
