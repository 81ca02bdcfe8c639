-- Sorted: live posts, those that the site has scheduled, and those that may be live. A post without a schedule counts from its report.
CREATE OR REPLACE FUNCTION counted_times(g pages) RETURNS timestamptz[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(at ORDER BY at)
  FROM (SELECT now() - greatest(interval '24 hours', g.min_gap_minutes * interval '1 minute') AS since) s
  CROSS JOIN LATERAL (
    SELECT CASE WHEN p.scheduled_for IS NULL THEN greatest(p.posted_at, p.publish_at)
      ELSE date_trunc('minute', p.scheduled_for) END AS at
    FROM page_postings p
    WHERE p.page_guid = g.guid AND p.posted_at IS NOT NULL AND p.status IN ('posted', 'completed')
      AND greatest(p.posted_at, p.scheduled_for) > s.since - interval '24 hours'
    UNION ALL
    SELECT coalesce(date_trunc('minute', p.scheduled_for), p.status_since)
    FROM page_postings p
    WHERE p.page_guid = g.guid AND p.error_code = 'unconfirmed' AND p.status = 'failed'
  ) counted
  WHERE counted.at > s.since
$$;
