export const claimFunction = `
-- Claims at most one posting for a page. outcome: 'claimed', 'busy', 'nothing' or 'insufficient_credits'.
-- The page's row is locked first; everything after that is read by statements that begin later, and so see what was
-- committed before the lock was had. A page that somebody else holds is 'busy': its device asks again soon.
CREATE FUNCTION claim_posting(of_page uuid, by_device uuid, new_token_hash bytea, lease_seconds integer,
  OUT outcome text, OUT id uuid, OUT description text, OUT file_id uuid, OUT scheduled_for timestamptz,
  OUT lease_expires_at timestamptz, OUT attempt integer, OUT charged boolean) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  owner uuid;
  flight record;
  head record;
  payment record;
  due_at timestamptz;
  lease_end timestamptz := now() + lease_seconds * interval '1 second';
BEGIN
  charged := false;
  SELECT owner_id INTO owner FROM pages
  WHERE guid = of_page AND unlinked_at IS NULL AND health = 'ok'
  FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    outcome := 'busy';
    RETURN;
  END IF;
  IF NOT EXISTS (SELECT FROM users u WHERE u.id = owner AND is_active AND is_posting_active) THEN
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
      IF FOUND THEN
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

  SELECT p.id, p.assistant_id, p.task_id, p.run_index, p.is_duplicate, p.delay_hours, p.gap_hours, p.posting_visits,
    a.started_at
  INTO head
  FROM page_postings p JOIN assistants a ON a.id = p.assistant_id
  WHERE p.page_guid = of_page AND p.status = 'pending' AND a.pause_reason IS NULL AND a.deleted_at IS NULL
  ORDER BY p.queued_at, p.sequence_order, p.is_duplicate, p.id
  LIMIT 1;
  IF NOT FOUND THEN
    outcome := 'nothing';
    RETURN;
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
  -- Delays count from the assistant's first claim. Two postings of one run on one page stay gap_hours apart, however late
  -- the page came online, so that a page back from a day offline does not burst.
  due_at := greatest(
    now(),
    coalesce(head.started_at, now()) + head.delay_hours * interval '1 hour',
    (SELECT max(o.publish_at) FROM page_postings o
     WHERE o.assistant_id = head.assistant_id AND o.page_guid = of_page AND o.run_index = head.run_index
       AND o.is_duplicate = head.is_duplicate AND o.id <> head.id AND o.publish_at IS NOT NULL
       AND (o.status IN ('posting', 'posted', 'completed') OR o.error_code = 'unconfirmed')
    ) + head.gap_hours * interval '1 hour'
  );

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
`;
