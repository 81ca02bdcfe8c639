-- Without sorting, the plan reads the index in its order and stops at the limit. By its statistics Postgres would read and sort all.
CREATE OR REPLACE FUNCTION count_pending_postings(at_most integer, OUT counted bigint, OUT oldest_queued_at timestamptz)
LANGUAGE sql STABLE SET enable_sort = off AS $$
  SELECT count(*), min(queued_at)
  FROM (SELECT queued_at FROM page_postings WHERE left(status, 2) = 'pe' ORDER BY queued_at LIMIT at_most) p
$$;
