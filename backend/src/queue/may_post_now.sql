-- Whether the limits of the page permit a post now. A device that is about to press the button asks again, because minutes may have
-- passed since its claim.
CREATE OR REPLACE FUNCTION may_post_now(of_page uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT (max_posts_in_24_hours, min_gap_minutes, posting_hours_from) IS NOT DISTINCT FROM (NULL, NULL, NULL)
    OR permitted_time_of_page(of_page, now(), false) = now()
  FROM pages WHERE guid = of_page
$$;
