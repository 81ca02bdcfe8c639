-- If nothing can be claimed now: next_due_at, before which nothing is due, or limited_until of the page's limits.
-- Credits and a posting in flight are not regarded.
CREATE OR REPLACE FUNCTION next_claim(g pages)
RETURNS TABLE (id uuid, assistant_id uuid, publish_at timestamptz, next_due_at timestamptz, limited_until timestamptz, starts boolean)
LANGUAGE sql STABLE AS $$
  SELECT c.id, c.assistant_id, c.publish_at,
    CASE WHEN c.waits AND NOT g.has_scheduler AND c.due_at > now() THEN c.publish_at END,
    CASE WHEN c.waits AND (g.has_scheduler OR c.due_at <= now()) THEN c.publish_at END,
    c.starts
  FROM (
    SELECT n.*, p.publish_at,
      (has_limits(g) OR NOT g.has_scheduler) AND NOT is_scheduled(g, n.due_at, now()) AND NOT n.starts AND p.publish_at > now() AS waits
    FROM next_posting(g.guid, g.has_scheduler) n
    CROSS JOIN LATERAL (
      SELECT publish_time(g, n.due_at, now(), CASE WHEN has_limits(g) THEN counted_times(g) END) AS publish_at
      OFFSET 0
    ) p
  ) c
$$;
