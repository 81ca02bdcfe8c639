-- Whether the site's own scheduler publishes it. Else it is posted at once.
CREATE OR REPLACE FUNCTION is_scheduled(g pages, due_at timestamptz, claim_at timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT g.has_scheduler AND due_at >= claim_at + schedule_ahead()
$$;
