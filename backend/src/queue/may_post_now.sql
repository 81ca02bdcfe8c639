-- Whether the limits of the page permit a post now. A device that is about to press the button asks again, because minutes may have
-- passed since its claim.
CREATE OR REPLACE FUNCTION may_post_now(of_page uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT has_limits(pages) OR permitted_time_of_page(of_page, now(), false, interval '0') = now()
  FROM pages WHERE guid = of_page
$$;
