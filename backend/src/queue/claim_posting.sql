-- Claims at most one posting for a page. outcome: 'claimed', 'busy', 'nothing', 'claims_paused', 'not_due', 'page_limit', 'rate_limited',
-- 'site_refusals' or 'insufficient_credits'.
-- The page's row is locked first. Everything after that is read by statements that begin later, so they see what was committed
-- before. A page whose row is locked is 'busy': its device asks again soon. With 'not_due', with 'page_limit', and on a paused page,
-- nothing is charged, and scheduled_for is the time at which the page may post.
-- claim_postings claims for many pages, but only in plain cases and without waiting for locks. All others come here. Both call the same
-- functions for their rules.
-- Without force_generic_plan, Postgres would plan some statements again for each claim, which takes as long as the claim itself.
CREATE OR REPLACE FUNCTION claim_posting(of_page uuid, by_device uuid, new_token_hash bytea, lease_seconds integer,
  OUT outcome text, OUT id uuid, OUT description text, OUT file_id uuid, OUT scheduled_for timestamptz,
  OUT lease_expires_at timestamptz, OUT attempt integer, OUT charged boolean) LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  owner uuid;
  flight record;
  head record;
  payment record;
  due_at timestamptz;
  is_limited boolean;
  can_schedule boolean;
  is_scheduled boolean;
  limit_end timestamptz;
  wait_end timestamptz;
  to_start uuid[];
  pause_end timestamptz;
  pause_kind text;
  lease_end timestamptz := now() + lease_seconds * interval '1 second';
BEGIN
  charged := false;
  IF claims_paused() THEN
    outcome := 'claims_paused';
    RETURN;
  END IF;
  SELECT owner_id, has_limits(pages), paused_until, refusal_kind, has_scheduler
  INTO owner, is_limited, pause_end, pause_kind, can_schedule FROM pages
  WHERE guid = of_page AND unlinked_at IS NULL AND health = 'ok'
  FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    outcome := 'busy';
    RETURN;
  END IF;
  IF NOT EXISTS (SELECT FROM users u WHERE u.id = owner AND is_active AND is_posting_active)
    OR EXISTS (SELECT FROM devices d WHERE d.id = by_device AND voided_at IS NOT NULL)
  THEN
    outcome := 'nothing';
    RETURN;
  END IF;

  SELECT * INTO flight FROM in_flight f WHERE f.page_guid = of_page FOR UPDATE;
  IF FOUND THEN
    IF flight.submitting_at IS NULL AND flight.device_id = by_device AND flight.handouts < 3 THEN
      -- The answer to this device's last poll was lost. submitting still decides which token may post.
      SELECT p.id, p.scheduled_for, p.posting_visits, t.description, t.file_id INTO head
      FROM page_postings p JOIN assistants a ON a.id = p.assistant_id JOIN tasks t ON t.id = p.task_id
      WHERE p.id = flight.posting_id AND is_running(a);
      -- It would be posted later than its first claim, so the limits are asked again.
      IF FOUND AND (can_schedule OR head.scheduled_for IS NULL) AND (head.scheduled_for > now() OR may_post_now(of_page)) THEN
        UPDATE page_postings p SET publish_at = now() WHERE is_limited AND p.id = head.id AND p.scheduled_for IS NULL;
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
    IF flight.lease_expires_at > now() THEN
      outcome := 'busy';
      RETURN;
    END IF;
    PERFORM end_lost_claims(ARRAY[of_page]);
  END IF;

  SELECT n.id, n.assistant_id, n.due_at INTO head FROM next_posting(of_page, can_schedule) n;
  IF NOT FOUND THEN
    outcome := 'nothing';
    RETURN;
  END IF;

  IF pause_end > now() THEN
    outcome := CASE pause_kind WHEN 'rate_limited' THEN 'rate_limited' ELSE 'site_refusals' END;
    scheduled_for := pause_end;
    RETURN;
  END IF;

  IF NOT can_schedule THEN
    -- Without a scheduler only what is due is claimed, and delays count from the start of an assistant. So all assistants start now:
    -- otherwise one whose postings all have a delay would never start.
    to_start := ARRAY(
      SELECT DISTINCT a.id FROM page_postings p JOIN assistants a ON a.id = p.assistant_id
      WHERE p.page_guid = of_page AND p.status = 'pending' AND is_running(a) AND a.started_at IS NULL
    );
    IF cardinality(to_start) > 0 THEN
      PERFORM FROM users u WHERE u.id = owner FOR NO KEY UPDATE;
      PERFORM FROM assistants a WHERE a.id = ANY (to_start) ORDER BY a.id FOR NO KEY UPDATE;
      UPDATE assistants a SET started_at = now(), updated_at = now() WHERE a.id = ANY (to_start) AND a.started_at IS NULL;
    END IF;
  END IF;

  is_scheduled := can_schedule AND head.due_at >= now() + schedule_ahead();
  due_at := head.due_at;
  IF is_limited THEN
    due_at := permitted_time_of_page(
      of_page, CASE WHEN can_schedule AND NOT is_scheduled THEN now() ELSE due_at END, is_scheduled, limit_margin()
    );
  END IF;
  IF is_limited OR NOT can_schedule THEN
    -- Why it can not be claimed yet; null if it can. The page keeps until when, for the web app.
    outcome := CASE
      WHEN is_scheduled OR due_at <= now() THEN NULL
      WHEN NOT can_schedule AND head.due_at > now() THEN 'not_due'
      ELSE 'page_limit' END;
    limit_end := CASE outcome WHEN 'page_limit' THEN due_at END;
    wait_end := CASE outcome WHEN 'not_due' THEN due_at END;
    UPDATE pages SET limited_until = limit_end, next_due_at = wait_end
    WHERE guid = of_page AND (limited_until, next_due_at) IS DISTINCT FROM (limit_end, wait_end);
    IF outcome IS NOT NULL THEN
      scheduled_for := due_at;
      RETURN;
    END IF;
  END IF;

  SELECT * INTO payment FROM pay_page_day(of_page, head.id);
  IF NOT payment.affordable THEN
    UPDATE assistants a SET pause_reason = 'insufficient_credits', updated_at = now()
    FROM users u
    WHERE a.id = head.assistant_id AND is_running(a) AND u.id = owner AND u.is_active AND u.is_posting_active;
    outcome := CASE WHEN FOUND THEN 'insufficient_credits' ELSE 'nothing' END;
    RETURN;
  END IF;
  charged := payment.charged;
  IF charged AND NOT EXISTS (SELECT FROM assistants a WHERE a.id = head.assistant_id AND is_running(a)) THEN
    -- It was paused or deleted while this claim waited for the balance. The caller tries again; the fee is undone.
    RAISE SQLSTATE '40001' USING MESSAGE = 'the assistant was paused during the claim';
  END IF;

  PERFORM start_claims(ARRAY[head.id], ARRAY[by_device], ARRAY[new_token_hash], ARRAY[due_at], lease_end);
  SELECT p.scheduled_for, p.posting_visits, t.description, t.file_id INTO scheduled_for, attempt, description, file_id
  FROM page_postings p JOIN tasks t ON t.id = p.task_id WHERE p.id = head.id;
  outcome := 'claimed';
  id := head.id;
  lease_expires_at := lease_end;
END $$;
