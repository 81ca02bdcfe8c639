-- Returns the status before, and whether the posting became posted. The page's row is locked first, so that a report, a retry or another
-- verdict comes before or after.
CREATE OR REPLACE FUNCTION report_feed_check(device_secret_hash bytea, of_posting uuid, of_attempt integer, verdict text,
  external_id text, of_path text, settle_seconds integer, OUT device_known boolean, OUT known_status text, OUT is_posted boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  of_page uuid;
  posting page_postings;
  item record;
BEGIN
  is_posted := false;
  device_known := EXISTS (SELECT FROM devices WHERE secret_hash = device_secret_hash);
  SELECT page_guid INTO of_page FROM devices WHERE secret_hash = device_secret_hash AND voided_at IS NULL;
  PERFORM FROM pages WHERE guid = of_page FOR NO KEY UPDATE;
  SELECT * INTO posting FROM page_postings p WHERE p.id = of_posting AND p.page_guid = of_page;
  known_status := posting.status;
  -- A verdict about an older try, or one that comes too late, is about nothing that is open.
  SELECT * INTO item FROM feed_checks_of(of_page, settle_seconds) c
  WHERE c.posting_id = of_posting AND c.attempt = of_attempt AND c.proves_absence
    AND (c.kind <> 'unconfirmed' OR c.due_at <= now());
  IF NOT FOUND OR verdict = 'unreadable' THEN
    RETURN;
  END IF;

  IF verdict = 'absent' THEN
    IF item.kind = 'still_there' THEN
      UPDATE live_posts l SET checked_at = now(), gone_at = coalesce(l.gone_at, now()) WHERE l.posting_id = of_posting;
    ELSIF posting.report IS NULL AND item.kind = 'unconfirmed' THEN
      PERFORM report_claim(device_secret_hash, of_posting, posting.claim_token_hash, 'failed', NULL, NULL,
        CASE WHEN posting.other_creator_id IS NULL THEN 'The post is not on the page, so nothing was posted. You can retry it.'
          ELSE 'The post is not on this page. ' || posting.error_message END, 'not_posted');
      known_status := 'failed';
    ELSIF posting.report = 'posted' AND item.kind = 'posted'
      AND greatest(posting.posted_at, posting.scheduled_for) + shown_within(of_page) <= now()
    THEN
      -- The site said that it was posted. Its fee stays used: only its owner, or the feed, decides what it is.
      UPDATE page_postings p
      SET status = 'failed', error_code = 'unconfirmed', posted_at = NULL,
        error_message = 'The site said that it was posted, but the page does not show it. Check the page before you retry: the post may be live.'
      WHERE p.id = of_posting;
      DELETE FROM pending_screenshots WHERE posting_id = of_posting;
      known_status := 'failed';
    END IF;
    RETURN;
  END IF;

  -- The id that the site's answer named is not proven before the feed has shown the post. From then on it has one id and one address.
  IF item.kind = 'still_there' AND item.external_post_id <> external_id
    OR EXISTS (SELECT FROM live_posts l WHERE l.posting_id = of_posting AND l.path <> of_path)
    OR is_post_of_another(of_page, external_id, of_posting)
    OR (item.external_post_id IS DISTINCT FROM external_id AND may_be_of_other_page(of_posting, item.earliest, item.latest))
  THEN
    RETURN;
  END IF;
  IF item.kind = 'unconfirmed' THEN
    PERFORM mark_posted(ARRAY[of_posting], ARRAY[posting.claim_token_hash], ARRAY[external_id], ARRAY[posting.claimed_at]);
    known_status := 'posted';
    is_posted := true;
  ELSIF item.external_post_id <> external_id THEN
    UPDATE page_postings p SET external_post_id = external_id WHERE p.id = of_posting;
  END IF;
  INSERT INTO live_posts (posting_id, page_guid, external_post_id, path) VALUES (of_posting, of_page, external_id, of_path)
  ON CONFLICT (posting_id) DO UPDATE SET checked_at = now(), gone_at = NULL;
END $$;
