-- `times`: counted_times. A posting without a schedule is live some time after its claim, so it is claimed only where the posts after it leave
-- a margin. Otherwise seconds would decide whether it fits before a post that is 24 hours later.
CREATE OR REPLACE FUNCTION publish_time(g pages, due_at timestamptz, claim_at timestamptz, times timestamptz[])
RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN NOT has_limits(g) THEN due_at ELSE permitted_time(
    CASE WHEN g.has_scheduler AND NOT is_scheduled(g, due_at, claim_at) THEN claim_at ELSE due_at END,
    times, g.max_posts_in_24_hours, g.min_gap_minutes, g.posting_hours_from, g.posting_hours_until, g.posting_hours_zone,
    is_scheduled(g, due_at, claim_at),
    CASE WHEN is_scheduled(g, due_at, claim_at) THEN interval '0' ELSE limit_margin() END
  ) END
$$;
