CREATE OR REPLACE FUNCTION has_limits(g pages) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT g.max_posts_in_24_hours IS NOT NULL OR g.min_gap_minutes IS NOT NULL OR g.posting_hours_from IS NOT NULL
$$;
