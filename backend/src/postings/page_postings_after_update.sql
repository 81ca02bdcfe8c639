-- What every change of a posting's status changes elsewhere: one transition, the counts of its task (of originals only), and the
-- delivery of its assistant's screenshots when nothing is left to do.
CREATE OR REPLACE FUNCTION page_postings_after_update() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved integer;
BEGIN
  INSERT INTO posting_transitions
    (posting_id, from_status, to_status, duration_ms, error_message, site_pack_version, extension_version)
  SELECT n.id, o.status, n.status, greatest(0, round(extract(epoch FROM n.status_since - o.status_since) * 1000)),
    f.error_message, f.site_pack_version, f.extension_version
  FROM new_rows n JOIN old_rows o ON o.id = n.id
  LEFT JOIN LATERAL (
    SELECT n.error_message, g.site_pack_version, g.extension_version FROM pages g
    WHERE n.status = 'failed' AND g.guid = n.page_guid OFFSET 0
  ) f ON true
  WHERE n.status <> o.status;
  GET DIAGNOSTICS moved = ROW_COUNT;
  IF moved > 1 THEN
    -- In one order, so that two that change the same tasks wait for each other and do not deadlock.
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

CREATE OR REPLACE TRIGGER page_postings_after_update AFTER UPDATE ON page_postings
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION page_postings_after_update();
