-- The database's clock, because it also wrote the time of the poll.
CREATE OR REPLACE FUNCTION is_offline(last_polled_at timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(last_polled_at <= now() - page_active_for(), true)
$$;
