-- Asked again before the press, because minutes may have passed since the claim, but without the margin of a claim.
CREATE OR REPLACE FUNCTION may_post_now(of_page uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT has_limits(g) OR permitted_time(now(), counted_times(g), g.max_posts_in_24_hours, g.min_gap_minutes,
    g.posting_hours_from, g.posting_hours_until, g.posting_hours_zone, false, interval '0') = now()
  FROM pages g WHERE guid = of_page
$$;
