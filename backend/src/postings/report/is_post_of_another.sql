-- An id that another posting has names no post: the site gives it to several, or its answer was about an earlier one.
-- plpgsql, because an SQL function would be planned again by each report.
CREATE OR REPLACE FUNCTION is_post_of_another(of_page uuid, external_id text, of_posting uuid) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM live_posts l WHERE l.page_guid = of_page AND l.external_post_id = external_id AND l.posting_id <> of_posting
  ) OR EXISTS (
    SELECT FROM page_postings p
    WHERE p.page_guid = of_page AND p.posted_at IS NOT NULL AND p.external_post_id = external_id AND p.id <> of_posting
      AND greatest(p.posted_at, p.scheduled_for) > now() - interval '48 hours'
  );
END $$;
