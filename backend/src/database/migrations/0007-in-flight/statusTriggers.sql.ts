/**
 * What every change of a posting's status brings with it, whoever makes it: the row's own times and visits, one transition,
 * its task's counts (of originals only), and the delivery of its assistant's screenshots once nothing is left to do.
 */
export const statusTriggers = `
CREATE FUNCTION page_postings_before_status() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- Not below zero: a transaction that waited for the one before it may have begun earlier.
  stayed_ms bigint := greatest(0, round(extract(epoch FROM now() - OLD.status_since) * 1000));
BEGIN
  NEW.status_since := now();
  NEW.updated_at := now();
  NEW.total_ms := greatest(0, round(extract(epoch FROM now() - OLD.created_at) * 1000));
  NEW.transitions_count := OLD.transitions_count + 1;
  CASE OLD.status
    WHEN 'pending' THEN NEW.pending_ms := OLD.pending_ms + stayed_ms;
    WHEN 'posting' THEN NEW.posting_ms := OLD.posting_ms + stayed_ms;
    WHEN 'posted' THEN NEW.posted_ms := OLD.posted_ms + stayed_ms;
    WHEN 'failed' THEN NEW.failed_ms := OLD.failed_ms + stayed_ms;
    ELSE NULL;
  END CASE;
  CASE NEW.status
    WHEN 'pending' THEN NEW.pending_visits := OLD.pending_visits + 1;
    WHEN 'posting' THEN NEW.posting_visits := OLD.posting_visits + 1;
    WHEN 'posted' THEN NEW.posted_visits := OLD.posted_visits + 1;
    WHEN 'completed' THEN NEW.completed_visits := OLD.completed_visits + 1;
    WHEN 'failed' THEN NEW.failed_visits := OLD.failed_visits + 1;
  END CASE;
  IF OLD.status = 'posting' THEN
    DELETE FROM in_flight WHERE posting_id = OLD.id;
  ELSIF NEW.status = 'posting' AND NOT EXISTS (SELECT FROM in_flight WHERE posting_id = NEW.id) THEN
    RAISE EXCEPTION 'a posting can not be in flight without a claim';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER page_postings_before_status BEFORE UPDATE OF status ON page_postings
  FOR EACH ROW WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION page_postings_before_status();

CREATE FUNCTION page_postings_after_update() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved integer;
BEGIN
  INSERT INTO posting_transitions (posting_id, from_status, to_status, duration_ms)
  SELECT n.id, o.status, n.status, greatest(0, round(extract(epoch FROM n.status_since - o.status_since) * 1000))
  FROM new_rows n JOIN old_rows o ON o.id = n.id
  WHERE n.status <> o.status;
  GET DIAGNOSTICS moved = ROW_COUNT;
  IF moved > 1 THEN
    -- In one order, so that two that change the same tasks wait for each other instead of locking each other out.
    PERFORM FROM tasks WHERE id IN (SELECT task_id FROM new_rows) ORDER BY id FOR NO KEY UPDATE;
  END IF;
  IF moved > 0 THEN
    UPDATE tasks t
    SET pending_count = t.pending_count + d.pending, posting_count = t.posting_count + d.posting,
      posted_count = t.posted_count + d.posted, completed_count = t.completed_count + d.completed,
      failed_count = t.failed_count + d.failed, updated_at = now()
    FROM (
      SELECT n.task_id,
        sum((n.status = 'pending')::int - (o.status = 'pending')::int) AS pending,
        sum((n.status = 'posting')::int - (o.status = 'posting')::int) AS posting,
        sum((n.status = 'posted')::int - (o.status = 'posted')::int) AS posted,
        sum((n.status = 'completed')::int - (o.status = 'completed')::int) AS completed,
        sum((n.status = 'failed')::int - (o.status = 'failed')::int) AS failed
      FROM new_rows n JOIN old_rows o ON o.id = n.id
      WHERE n.status <> o.status AND NOT n.is_duplicate
      GROUP BY n.task_id
    ) d
    WHERE t.id = d.task_id;
  END IF;
  IF EXISTS (SELECT FROM new_rows WHERE status IN ('completed', 'failed')) THEN
    PERFORM enqueue_screenshot_delivery(e.assistant_id, e.has_ended)
    FROM (
      SELECT n.assistant_id, bool_or(n.status <> o.status) AS has_ended
      FROM new_rows n JOIN old_rows o ON o.id = n.id
      WHERE (n.status IN ('completed', 'failed') AND n.status <> o.status)
        OR (n.status = 'completed'
          AND (n.picture_file_id, n.screenshot_error) IS DISTINCT FROM (o.picture_file_id, o.screenshot_error)
          -- One that is deleted is nothing to deliver.
          AND (n.picture_file_id IS NOT NULL OR o.picture_file_id IS NULL))
      GROUP BY n.assistant_id ORDER BY n.assistant_id
    ) e;
  END IF;
  RETURN NULL;
END $$;

-- has_ended: one of the assistant's postings has just come to its end; else only one of its screenshots has changed.
CREATE FUNCTION enqueue_screenshot_delivery(of_assistant uuid, has_ended boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  is_finished boolean := false;
BEGIN
  IF has_ended THEN
    -- Two last postings that end at the same moment do not see each other; taking turns, the second sees the first.
    PERFORM pg_advisory_xact_lock(hashtextextended(of_assistant::text, 4));
    is_finished := NOT EXISTS (SELECT FROM page_postings WHERE assistant_id = of_assistant AND left(status, 1) = 'p');
  END IF;
  IF is_finished OR EXISTS (SELECT FROM bot_picture_requests WHERE assistant_id = of_assistant) THEN
    PERFORM graphile_worker.add_job(
      'deliver_pictures', json_build_object('assistant_id', of_assistant),
      job_key := 'delivery:' || of_assistant, priority := 5
    );
  END IF;
END $$;

DROP TRIGGER page_postings_ended ON page_postings;
DROP FUNCTION enqueue_picture_delivery;
CREATE TRIGGER page_postings_after_update AFTER UPDATE ON page_postings
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION page_postings_after_update();
`;
