CREATE OR REPLACE FUNCTION first_claimable(of_page uuid) RETURNS TABLE (id uuid, assistant_id uuid) LANGUAGE sql STABLE AS $$
  SELECT p.id, p.assistant_id FROM page_postings p JOIN assistants a ON a.id = p.assistant_id
  WHERE p.page_guid = of_page AND p.status = 'pending' AND is_running(a)
  ORDER BY p.queued_at, p.is_duplicate, p.sequence_order, p.id
  LIMIT 1
$$;
