-- The posting that the next claim of the page takes, and when it is to be published. If it cannot be claimed now: next_due_at, before which
-- nothing is due, or limited_until, before which the limits of the page permit no post. Credits and a posting in flight are not regarded.
CREATE OR REPLACE FUNCTION next_claim(g pages)
RETURNS TABLE (id uuid, assistant_id uuid, publish_at timestamptz, next_due_at timestamptz, limited_until timestamptz, starts boolean)
LANGUAGE sql STABLE AS $$
  SELECT c.id, c.assistant_id, c.publish_at,
    CASE WHEN c.waits AND NOT g.has_scheduler AND c.due_at > now() THEN c.publish_at END,
    CASE WHEN c.waits AND (g.has_scheduler OR c.due_at <= now()) THEN c.publish_at END,
    c.starts
  FROM (
    SELECT n.*, p.at AS publish_at,
      -- The site's own scheduler publishes it later.
      (has_limits(g) OR NOT g.has_scheduler) AND NOT n.is_scheduled AND NOT n.starts AND p.at > now() AS waits
    FROM (
      SELECT next.*, g.has_scheduler AND next.due_at >= now() + schedule_ahead() AS is_scheduled
      FROM next_posting(g.guid, g.has_scheduler) next
    ) n
    CROSS JOIN LATERAL (
      SELECT CASE WHEN has_limits(g) THEN permitted_time_of_page(
          g.guid, CASE WHEN g.has_scheduler AND NOT n.is_scheduled THEN now() ELSE n.due_at END, n.is_scheduled, limit_margin()
        ) ELSE n.due_at END AS at
      OFFSET 0
    ) p
  ) c
$$;
