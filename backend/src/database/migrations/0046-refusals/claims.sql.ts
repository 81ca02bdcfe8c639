export const claimFunctions = `
-- Claims at most one posting for a page. outcome: 'claimed', 'busy', 'nothing', 'not_due', 'page_limit', 'rate_limited',
-- 'site_refusals' or 'insufficient_credits'.
-- The page's row is locked first. Everything after that is read by statements that begin later, so they see what was committed
-- before. A page whose row is locked is 'busy': its device asks again soon. With 'not_due', with 'page_limit', and on a paused page,
-- nothing is charged, and scheduled_for is the time at which the page may post.
-- A page whose site has a scheduler works through its postings in their order. Another one posts what is due, in the same order.
CREATE OR REPLACE FUNCTION claim_posting(of_page uuid, by_device uuid, new_token_hash bytea, lease_seconds integer,
  OUT outcome text, OUT id uuid, OUT description text, OUT file_id uuid, OUT scheduled_for timestamptz,
  OUT lease_expires_at timestamptz, OUT attempt integer, OUT charged boolean) LANGUAGE plpgsql AS $$
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
  SELECT owner_id, (max_posts_in_24_hours, min_gap_minutes, posting_hours_from) IS DISTINCT FROM (NULL, NULL, NULL), paused_until, refusal_kind,
    has_scheduler
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
      WHERE p.id = flight.posting_id AND a.pause_reason IS NULL AND a.deleted_at IS NULL;
      -- It would be posted later than its first claim, so the limits are asked again.
      IF FOUND AND (can_schedule OR head.scheduled_for IS NULL) AND (NOT is_limited OR head.scheduled_for > now() OR permitted_time_of_page(of_page, now(), false) = now()) THEN
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

  -- Delays count from the assistant's first claim. Two postings of one run on one page stay gap_hours apart, however late
  -- the page came online, so that a page back from a day offline does not burst.
  SELECT p.id, p.assistant_id, p.task_id, p.posting_visits, a.started_at, greatest(
    now(),
    coalesce(a.started_at, now()) + p.delay_hours * interval '1 hour',
    (SELECT max(o.publish_at) FROM page_postings o
     WHERE o.assistant_id = p.assistant_id AND o.page_guid = of_page AND o.run_index = p.run_index
       AND o.is_duplicate = p.is_duplicate AND o.id <> p.id AND o.publish_at IS NOT NULL
       AND (o.status IN ('posting', 'posted', 'completed') OR o.error_code = 'unconfirmed')
    ) + p.gap_hours * interval '1 hour'
  ) AS due_at
  INTO head
  FROM (
    (SELECT p.id FROM page_postings p JOIN assistants a ON a.id = p.assistant_id
     WHERE can_schedule AND p.page_guid = of_page AND p.status = 'pending' AND a.pause_reason IS NULL AND a.deleted_at IS NULL
     ORDER BY p.queued_at, p.sequence_order, p.is_duplicate, p.id
     LIMIT 1)
    UNION ALL
    -- No posting of a run is due before those that precede it.
    (SELECT DISTINCT ON (p.assistant_id, p.run_index, p.is_duplicate) p.id
     FROM page_postings p JOIN assistants a ON a.id = p.assistant_id
     WHERE NOT can_schedule AND p.page_guid = of_page AND p.status = 'pending' AND a.pause_reason IS NULL AND a.deleted_at IS NULL
     ORDER BY p.assistant_id, p.run_index, p.is_duplicate, p.queued_at, p.sequence_order, p.id)
  ) next
  JOIN page_postings p ON p.id = next.id
  JOIN assistants a ON a.id = p.assistant_id
  ORDER BY due_at, p.queued_at, p.sequence_order, p.is_duplicate, p.id
  LIMIT 1;
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
    -- Otherwise an assistant whose postings all have a delay would never start.
    to_start := ARRAY(
      SELECT DISTINCT a.id FROM page_postings p JOIN assistants a ON a.id = p.assistant_id
      WHERE p.page_guid = of_page AND p.status = 'pending' AND a.pause_reason IS NULL AND a.deleted_at IS NULL
        AND a.started_at IS NULL
    );
    IF cardinality(to_start) > 0 THEN
      PERFORM FROM users u WHERE u.id = owner FOR NO KEY UPDATE;
      PERFORM FROM assistants a WHERE a.id = ANY (to_start) ORDER BY a.id FOR NO KEY UPDATE;
      UPDATE assistants a SET started_at = now(), updated_at = now() WHERE a.id = ANY (to_start) AND a.started_at IS NULL;
    END IF;
  END IF;

  is_scheduled := can_schedule AND head.due_at >= now() + interval '5 minutes';
  due_at := head.due_at;
  IF is_limited THEN
    due_at := permitted_time_of_page(
      of_page, CASE WHEN can_schedule AND NOT is_scheduled THEN now() ELSE due_at END, is_scheduled
    );
  END IF;
  IF is_limited OR NOT can_schedule THEN
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
    WHERE a.id = head.assistant_id AND a.pause_reason IS NULL AND a.deleted_at IS NULL
      AND u.id = owner AND u.is_active AND u.is_posting_active;
    outcome := CASE WHEN FOUND THEN 'insufficient_credits' ELSE 'nothing' END;
    RETURN;
  END IF;
  charged := payment.charged;
  IF charged AND NOT EXISTS (
    SELECT FROM assistants a WHERE a.id = head.assistant_id AND a.pause_reason IS NULL AND a.deleted_at IS NULL
  ) THEN
    -- It was paused or deleted while this claim waited for the balance. The caller tries again; the fee is undone.
    RAISE SQLSTATE '40001' USING MESSAGE = 'the assistant was paused during the claim';
  END IF;

  IF head.started_at IS NULL THEN
    UPDATE assistants SET started_at = now(), updated_at = now() WHERE id = head.assistant_id AND started_at IS NULL;
  END IF;
  INSERT INTO in_flight (page_guid, posting_id, owner_id, device_id, claim_token_hash, lease_expires_at)
  VALUES (of_page, head.id, owner, by_device, new_token_hash, lease_end);
  UPDATE page_postings p
  SET status = 'posting', claimed_at = now(), report = NULL, error_message = NULL, error_code = NULL,
    claim_token_hash = NULL, charge_id = payment.charge, publish_at = due_at,
    -- Less than 5 minutes ahead means "now".
    scheduled_for = CASE WHEN due_at >= now() + interval '5 minutes' THEN due_at END
  WHERE p.id = head.id
  RETURNING p.scheduled_for, p.posting_visits INTO scheduled_for, attempt;
  SELECT t.description, t.file_id INTO description, file_id FROM tasks t WHERE t.id = head.task_id;
  outcome := 'claimed';
  id := head.id;
  lease_expires_at := lease_end;
END $$;

-- The claims of different pages. outcome: 'claimed', 'busy' as of claim_posting, or 'alone': then the caller calls claim_posting.
CREATE OR REPLACE FUNCTION claim_postings(of_pages uuid[], by_devices uuid[], new_token_hashes bytea[], lease_seconds integer)
RETURNS TABLE (page_guid uuid, outcome text, id uuid, description text, file_id uuid, scheduled_for timestamptz,
  lease_expires_at timestamptz, attempt integer, charged boolean) LANGUAGE plpgsql
  SET lock_timeout = '100ms' SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  locked uuid[];
  heads uuid[];
  to_start uuid[];
  charged_pages uuid[] := '{}';
  lease_end timestamptz := now() + lease_seconds * interval '1 second';
BEGIN
  locked := ARRAY(
    SELECT guid FROM pages WHERE guid = ANY (of_pages) AND unlinked_at IS NULL AND health = 'ok'
    ORDER BY guid FOR NO KEY UPDATE SKIP LOCKED
  );
  PERFORM FROM users u
  WHERE u.id IN (
    SELECT owner_id FROM pages
    WHERE guid = ANY (locked) AND unused_charge_id IS NULL AND coalesce(paid_until, '-infinity') <= now()
  )
  ORDER BY u.id FOR NO KEY UPDATE;

  -- The first posting of each page without a claim. Pages that need a fee are included only while the owner's balance pays for them.
  heads := ARRAY(
    SELECT h.id FROM (
      SELECT head.id, g.needs_fee, u.credits_balance,
        count(*) FILTER (WHERE g.needs_fee) OVER (PARTITION BY g.owner_id ORDER BY g.guid) AS fees
      FROM (
        SELECT guid, owner_id, unused_charge_id IS NULL AND coalesce(paid_until, '-infinity') <= now() AS needs_fee
        FROM pages
        WHERE guid = ANY (locked) AND (max_posts_in_24_hours, min_gap_minutes, posting_hours_from) IS NOT DISTINCT FROM (NULL, NULL, NULL)
          AND coalesce(paused_until, '-infinity') <= now() AND has_scheduler
      ) g
      JOIN users u ON u.id = g.owner_id AND u.is_active AND u.is_posting_active
      CROSS JOIN LATERAL (
        SELECT p.id FROM page_postings p JOIN assistants a ON a.id = p.assistant_id
        WHERE p.page_guid = g.guid AND p.status = 'pending' AND a.pause_reason IS NULL AND a.deleted_at IS NULL
        ORDER BY p.queued_at, p.sequence_order, p.is_duplicate, p.id
        LIMIT 1
      ) head
      WHERE NOT EXISTS (SELECT FROM in_flight f WHERE f.page_guid = g.guid OFFSET 0)
        AND NOT EXISTS (
          SELECT FROM unnest(of_pages, by_devices) i (page, device_id) JOIN devices d ON d.id = i.device_id
          WHERE i.page = g.guid AND d.voided_at IS NOT NULL
        )
    ) h
    WHERE NOT h.needs_fee OR h.credits_balance >= page_day_credits() * h.fees
  );

  WITH fee AS (
    SELECT g.guid, g.owner_id, g.name, p.id AS posting_id, u.credits_balance,
      row_number() OVER (PARTITION BY g.owner_id ORDER BY g.guid)::integer AS nth
    FROM page_postings p JOIN pages g ON g.guid = p.page_guid JOIN users u ON u.id = g.owner_id
    WHERE p.id = ANY (heads) AND g.unused_charge_id IS NULL AND coalesce(g.paid_until, '-infinity') <= now()
  ), balance AS (
    UPDATE users u SET credits_balance = u.credits_balance - page_day_credits() * o.fees,
      credits_spent = u.credits_spent + page_day_credits() * o.fees
    FROM (SELECT owner_id, count(*)::integer AS fees FROM fee GROUP BY owner_id) o
    WHERE u.id = o.owner_id
  ), entry AS (
    INSERT INTO credit_transactions
      (user_id, transaction_type, amount, balance_after, description, page_guid, posting_id)
    SELECT owner_id, 'spending', -page_day_credits(), credits_balance - page_day_credits() * nth,
      'Posting fee for ' || coalesce(nullif(name, ''), 'a page') || ', 24 hours', guid, posting_id
    FROM fee ORDER BY owner_id, nth
    RETURNING id, page_guid
  ), paid AS (
    UPDATE pages g SET paid_until = now() + interval '24 hours', unused_charge_id = e.id, credits_charged = page_day_credits()
    FROM entry e WHERE g.guid = e.page_guid
    RETURNING g.guid
  )
  SELECT coalesce(array_agg(guid), '{}') INTO charged_pages FROM paid;
  -- An unused charge is not repeated. Its 24 hours start again.
  UPDATE pages SET paid_until = now() + interval '24 hours'
  WHERE guid IN (SELECT p.page_guid FROM page_postings p WHERE p.id = ANY (heads))
    AND coalesce(paid_until, '-infinity') <= now();

  to_start := ARRAY(
    SELECT a.id FROM assistants a
    WHERE a.id IN (SELECT p.assistant_id FROM page_postings p WHERE p.id = ANY (heads)) AND a.started_at IS NULL
    ORDER BY a.id FOR NO KEY UPDATE
  );
  IF cardinality(to_start) > 0 THEN
    UPDATE assistants a SET started_at = now(), updated_at = now() WHERE a.id = ANY (to_start) AND started_at IS NULL;
  END IF;

  INSERT INTO in_flight (page_guid, posting_id, owner_id, device_id, claim_token_hash, lease_expires_at)
  SELECT p.page_guid, p.id, p.owner_id, i.device_id, i.token_hash, lease_end
  FROM unnest(of_pages, by_devices, new_token_hashes) i (page, device_id, token_hash)
  JOIN page_postings p ON p.page_guid = i.page AND p.id = ANY (heads);

  UPDATE page_postings p
  SET status = 'posting', claimed_at = now(), report = NULL, error_message = NULL, error_code = NULL,
    claim_token_hash = NULL, charge_id = d.charge, publish_at = d.due_at,
    -- Less than 5 minutes ahead means "now".
    scheduled_for = CASE WHEN d.due_at >= now() + interval '5 minutes' THEN d.due_at END
  FROM (
    SELECT h.id, g.unused_charge_id AS charge, greatest(
      now(),
      a.started_at + h.delay_hours * interval '1 hour',
      before.publish_at + h.gap_hours * interval '1 hour'
    ) AS due_at
    FROM page_postings h
    JOIN pages g ON g.guid = h.page_guid
    JOIN assistants a ON a.id = h.assistant_id
    -- Two postings of one run on one page stay gap_hours apart, however late the page came online.
    CROSS JOIN LATERAL (
      SELECT max(o.publish_at) AS publish_at FROM page_postings o
      WHERE o.assistant_id = h.assistant_id AND o.page_guid = h.page_guid AND o.run_index = h.run_index
        AND o.is_duplicate = h.is_duplicate AND o.id <> h.id AND o.publish_at IS NOT NULL
        AND (o.status IN ('posting', 'posted', 'completed') OR o.error_code = 'unconfirmed')
    ) before
    WHERE h.id = ANY (heads)
  ) d
  WHERE p.id = d.id;

  RETURN QUERY
  SELECT i.page, CASE WHEN p.id IS NOT NULL THEN 'claimed' WHEN i.page = ANY (locked) THEN 'alone' ELSE 'busy' END,
    p.id, t.description, t.file_id, p.scheduled_for, lease_end, p.posting_visits, i.page = ANY (charged_pages)
  FROM unnest(of_pages) i (page)
  LEFT JOIN page_postings p ON p.page_guid = i.page AND p.id = ANY (heads)
  LEFT JOIN tasks t ON t.id = p.task_id;
END $$;
`;
