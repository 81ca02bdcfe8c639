-- When a posting is due, without the limits of its page. Delays count from the assistant's first claim, which is now if there was none.
-- Two postings of one run on one page stay gap_hours apart, however late the page came online, so that a page that was offline for a
-- day does not post everything at once. The forecast computes the same in assistants/plan/planQueues.ts.
-- A table with one row, because Postgres includes the query of such a function in that of its caller, but not of one with a value.
CREATE OR REPLACE FUNCTION due_at(of_posting uuid) RETURNS TABLE (due_at timestamptz) LANGUAGE sql STABLE AS $$
  SELECT greatest(
    now(),
    coalesce(a.started_at, now()) + p.delay_hours * interval '1 hour',
    (SELECT max(CASE WHEN p.gap_hours % 24 = 0 THEN greatest(o.publish_at, o.posted_at) ELSE o.publish_at END)
     FROM page_postings o
     WHERE o.assistant_id = p.assistant_id AND o.page_guid = p.page_guid AND o.run_index = p.run_index
       AND o.is_duplicate = p.is_duplicate AND o.id <> p.id AND o.publish_at IS NOT NULL
       AND (o.status IN ('posting', 'posted', 'completed') OR o.error_code = 'unconfirmed')
    ) + p.gap_hours * interval '1 hour',
    (SELECT greatest(o.publish_at, o.posted_at) + (p.delay_hours - o.delay_hours) * interval '1 hour' FROM page_postings o
     WHERE o.id = p.duplicate_of AND (o.status IN ('posting', 'posted', 'completed') OR o.error_code = 'unconfirmed'))
  )
  FROM page_postings p JOIN assistants a ON a.id = p.assistant_id
  WHERE p.id = of_posting
$$;
