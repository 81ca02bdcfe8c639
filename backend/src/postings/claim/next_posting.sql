-- Without the limits of the page. With a scheduler in their order; else what is due, in the same order, and the claim starts all assistants
-- of the page (starts), because one whose postings all have a delay would never start.
CREATE OR REPLACE FUNCTION next_posting(of_page uuid, can_schedule boolean)
RETURNS TABLE (id uuid, assistant_id uuid, due_at timestamptz, starts boolean) LANGUAGE sql STABLE AS $$
  SELECT id, assistant_id, due_at, starts
  FROM (
    SELECT p.id, p.assistant_id, p.queued_at, p.is_duplicate, p.sequence_order, d.due_at, min(d.due_at) OVER () AS first_due_at,
      bool_or(next.starts) OVER () AS starts
    FROM (
      (SELECT f.id, false AS starts FROM first_claimable(of_page) f WHERE can_schedule)
      UNION ALL
      -- No posting of a run is due before those that precede it.
      (SELECT DISTINCT ON (p.assistant_id, p.run_index, p.is_duplicate) p.id, a.started_at IS NULL
       FROM page_postings p JOIN assistants a ON a.id = p.assistant_id
       WHERE NOT can_schedule AND p.page_guid = of_page AND p.status = 'pending' AND is_running(a)
       ORDER BY p.assistant_id, p.run_index, p.is_duplicate, p.queued_at, p.sequence_order, p.id)
    ) next
    JOIN page_postings p ON p.id = next.id
    CROSS JOIN LATERAL due_at(p.id, now()) d
  ) heads
  ORDER BY due_at >= first_due_at + schedule_ahead(), queued_at, is_duplicate, sequence_order, id
  LIMIT 1
$$;
