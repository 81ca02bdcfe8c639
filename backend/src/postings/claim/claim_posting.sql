-- outcome: 'claimed', or a reason of page_wait, or 'insufficient_credits'; then scheduled_for is the time until which the page waits, if known.
-- The page's row is locked first, so that all later statements see what was committed before. A locked page is 'busy'.
-- Without force_generic_plan, Postgres would plan some statements again for each claim, which takes as long as the claim itself.
CREATE OR REPLACE FUNCTION claim_posting(of_page uuid, by_device uuid, new_token_hash bytea, lease_seconds integer,
  OUT outcome text, OUT id uuid, OUT description text, OUT file_id uuid, OUT scheduled_for timestamptz,
  OUT lease_expires_at timestamptz, OUT attempt integer, OUT charged boolean) LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  page pages;
  flight record;
  head record;
  payment record;
  to_start uuid[];
  lease_end timestamptz := now() + lease_seconds * interval '1 second';
BEGIN
  charged := false;
  IF claims_paused() THEN
    outcome := 'claims_paused';
    RETURN;
  END IF;
  SELECT * INTO page FROM pages WHERE guid = of_page FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    outcome := 'busy';
    RETURN;
  END IF;
  IF EXISTS (SELECT FROM devices d WHERE d.id = by_device AND voided_at IS NOT NULL) THEN
    outcome := 'unlinked';
    RETURN;
  END IF;
  -- Its device has just polled.
  page.last_polled_at := now();

  SELECT * INTO flight FROM in_flight f WHERE f.page_guid = of_page FOR UPDATE;
  IF FOUND THEN
    IF flight.submitting_at IS NULL AND flight.device_id = by_device AND flight.handouts < 3 THEN
      -- The answer to this device's last poll was lost. submitting still decides which token may post.
      SELECT p.id, p.scheduled_for, p.posting_visits, coalesce(p.page_text, t.description) AS description, t.file_id INTO head
      FROM page_postings p JOIN tasks t ON t.id = p.task_id CROSS JOIN LATERAL page_wait(page, p.assistant_id, false) w
      WHERE p.id = flight.posting_id AND coalesce(w.reason, 'busy') = 'busy';
      -- It would be posted later than its first claim, so the limits are asked again.
      IF FOUND AND (page.has_scheduler OR head.scheduled_for IS NULL) AND (head.scheduled_for > now() OR may_post_now(of_page)) THEN
        UPDATE page_postings p SET publish_at = now() WHERE has_limits(page) AND p.id = head.id AND p.scheduled_for IS NULL;
        UPDATE in_flight
        SET claim_token_hash = new_token_hash, lease_expires_at = lease_end, handouts = handouts + 1
        WHERE page_guid = of_page;
        outcome := 'claimed';
        id := head.id;
        description := head.description;
        file_id := head.file_id;
        scheduled_for := head.scheduled_for;
        lease_expires_at := lease_end;
        attempt := head.posting_visits;
        RETURN;
      END IF;
    END IF;
    IF flight.lease_expires_at <= now() THEN
      PERFORM end_lost_claims(ARRAY[of_page]);
    END IF;
  END IF;

  LOOP
    SELECT * INTO head FROM next_claim(page);
    page.next_due_at := head.next_due_at;
    page.limited_until := head.limited_until;
    SELECT w.reason, w.until INTO outcome, scheduled_for FROM page_wait(page, head.assistant_id, false) w;
    EXIT WHEN outcome IS NOT NULL OR NOT head.starts;
    to_start := ARRAY(
      SELECT DISTINCT a.id FROM page_postings p JOIN assistants a ON a.id = p.assistant_id
      WHERE p.page_guid = of_page AND p.status = 'pending' AND is_running(a) AND a.started_at IS NULL
    );
    PERFORM FROM users u WHERE u.id = page.owner_id FOR NO KEY UPDATE;
    PERFORM FROM assistants a WHERE a.id = ANY (to_start) ORDER BY a.id FOR NO KEY UPDATE;
    UPDATE assistants a SET started_at = now(), updated_at = now() WHERE a.id = ANY (to_start) AND a.started_at IS NULL;
  END LOOP;
  IF has_limits(page) OR NOT page.has_scheduler THEN
    -- The page keeps until when, for the web app.
    UPDATE pages SET limited_until = head.limited_until, next_due_at = head.next_due_at
    WHERE guid = of_page AND (limited_until, next_due_at) IS DISTINCT FROM (head.limited_until, head.next_due_at);
  END IF;
  IF outcome IS NOT NULL THEN
    RETURN;
  END IF;

  SELECT * INTO payment FROM pay_page_day(of_page, head.id);
  IF NOT payment.affordable THEN
    UPDATE assistants a SET pause_reason = 'insufficient_credits', updated_at = now()
    FROM users u
    WHERE a.id = head.assistant_id AND is_running(a) AND u.id = page.owner_id AND u.is_active AND u.is_posting_active;
    outcome := CASE WHEN FOUND THEN 'insufficient_credits' ELSE 'nothing' END;
    RETURN;
  END IF;
  charged := payment.charged;
  IF charged AND NOT EXISTS (SELECT FROM assistants a WHERE a.id = head.assistant_id AND is_running(a)) THEN
    -- It was paused or deleted while this claim waited for the balance. The caller tries again; the fee is undone.
    RAISE SQLSTATE '40001' USING MESSAGE = 'the assistant was paused during the claim';
  END IF;

  PERFORM start_claims(ARRAY[head.id], ARRAY[by_device], ARRAY[new_token_hash], ARRAY[head.publish_at], lease_end);
  SELECT p.scheduled_for, p.posting_visits, coalesce(p.page_text, t.description), t.file_id
  INTO scheduled_for, attempt, description, file_id
  FROM page_postings p JOIN tasks t ON t.id = p.task_id WHERE p.id = head.id;
  outcome := 'claimed';
  id := head.id;
  lease_expires_at := lease_end;
END $$;
