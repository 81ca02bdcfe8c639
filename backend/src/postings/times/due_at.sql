-- Without the limits of the page. Delays count from the assistant's chosen start, else from its first claim. Two postings of one run on one page stay gap_hours apart, so
-- that a page that was offline does not post everything at once; whole days count from when the post is live, because limits do.
-- A table with one row, because Postgres does not include the query of a function with a value in that of its caller.
CREATE OR REPLACE FUNCTION due_at(of_posting uuid, claim_at timestamptz)
RETURNS TABLE (due_at timestamptz) LANGUAGE sql STABLE AS $$
  SELECT greatest(
    claim_at,
    coalesce(a.starts_at, a.started_at, claim_at) + p.delay_hours * interval '1 hour',
    (SELECT max(
       CASE WHEN o.id = p.duplicate_of OR p.gap_hours % 24 = 0 THEN
           greatest(o.publish_at, o.posted_at, CASE WHEN o.status = 'posting' THEN claim_at END) ELSE o.publish_at END
       + CASE WHEN o.id = p.duplicate_of THEN p.delay_hours - o.delay_hours ELSE p.gap_hours END * interval '1 hour')
     FROM page_postings o
     WHERE o.assistant_id = p.assistant_id AND o.page_guid = p.page_guid AND o.run_index = p.run_index
       AND (o.is_duplicate = p.is_duplicate OR o.id = p.duplicate_of) AND o.id <> p.id AND o.publish_at IS NOT NULL
       AND (o.status IN ('posting', 'posted', 'completed') OR o.error_code = 'unconfirmed'))
  )
  FROM page_postings p JOIN assistants a ON a.id = p.assistant_id
  WHERE p.id = of_posting
$$;
