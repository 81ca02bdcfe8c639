-- When the page's next posting can be claimed, without regard to credits and to a posting in flight; null without a pending one.
-- Sleeping browsers are started at this time. The claim decides again.
CREATE OR REPLACE FUNCTION claimable_at(of_page uuid) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE
      WHEN g.paused_until > now() THEN g.paused_until
      -- The site's own scheduler posts it later.
      WHEN g.has_scheduler AND (NOT has_limits(g) OR n.due_at >= now() + schedule_ahead()) THEN now()
      WHEN has_limits(g) THEN permitted_time_of_page(of_page, CASE WHEN g.has_scheduler THEN now() ELSE n.due_at END, false, limit_margin())
      ELSE n.due_at END
  FROM pages g CROSS JOIN LATERAL next_posting(g.guid, g.has_scheduler) n
  WHERE g.guid = of_page
$$;
