-- One transition, the counts of the task (of originals only), and the delivery of screenshots when nothing is left to do.
CREATE OR REPLACE FUNCTION page_postings_after_update() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved integer;
BEGIN
  INSERT INTO posting_transitions
    (posting_id, from_status, to_status, duration_ms, error_message, site_pack_version, extension_version)
  SELECT n.id, o.status, n.status, greatest(0, round(extract(epoch FROM n.status_since - o.status_since) * 1000)),
    f.error_message, f.site_pack_version, f.extension_version
  -- FULL: never a nested loop. A connection keeps the plan that it made for one row, and 500 rows would take 250,000 comparisons.
  FROM new_rows n FULL JOIN old_rows o ON o.id = n.id
  LEFT JOIN LATERAL (
    SELECT n.error_message, g.site_pack_version, g.extension_version FROM pages g
    WHERE n.status = 'failed' AND g.guid = n.page_guid OFFSET 0
  ) f ON true
  WHERE coalesce(n.status <> o.status, false);
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
      SELECT task_id,
        sum(sign * (status = 'pending')::int) AS pending, sum(sign * (status = 'posting')::int) AS posting,
        sum(sign * (status = 'posted')::int) AS posted, sum(sign * (status = 'completed')::int) AS completed,
        sum(sign * (status = 'failed')::int) AS failed
      FROM (
        SELECT task_id, status, 1 AS sign FROM new_rows WHERE NOT is_duplicate
        UNION ALL SELECT task_id, status, -1 FROM old_rows WHERE NOT is_duplicate
      ) changed
      GROUP BY task_id
    ) d
    -- Only tasks with other counts: of a statement that moves one posting no other task is locked.
    WHERE t.id = d.task_id AND (d.pending, d.posting, d.posted, d.completed, d.failed) <> (0, 0, 0, 0, 0);
  END IF;
  IF EXISTS (SELECT FROM new_rows WHERE status IN ('completed', 'failed')) THEN
    PERFORM enqueue_screenshot_delivery(e.assistant_id, e.has_ended)
    FROM (
      SELECT n.assistant_id, bool_or(n.status <> o.status) AS has_ended
      FROM new_rows n FULL JOIN old_rows o ON o.id = n.id
      WHERE coalesce(n.status IN ('completed', 'failed') AND n.status <> o.status, false)
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
