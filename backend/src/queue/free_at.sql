-- When a page without limits will claim what was queued from a time on, if it posts without a break. Without a scheduler only what is
-- due is claimed, and all assistants start with the next claim.
CREATE OR REPLACE FUNCTION free_at(of_page uuid, queued_from timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT greatest(now(), (
    SELECT p.claimed_at + post_time FROM in_flight f JOIN page_postings p ON p.id = f.posting_id WHERE f.page_guid = of_page
  ))
    + CASE WHEN g.has_scheduler THEN (
      SELECT count(*) FROM page_postings p JOIN assistants a ON a.id = p.assistant_id
      WHERE p.page_guid = of_page AND p.status = 'pending' AND p.queued_at < queued_from AND is_running(a)
    ) ELSE 0 END * post_time
  FROM pages g CROSS JOIN LATERAL usual_post_time(g.guid) post (post_time)
  WHERE g.guid = of_page
$$;
