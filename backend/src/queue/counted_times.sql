-- The times of counted_posts, sorted.
CREATE OR REPLACE FUNCTION counted_times(of_page uuid, since timestamptz) RETURNS timestamptz[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(at ORDER BY at) FROM counted_posts(of_page, since)
$$;
