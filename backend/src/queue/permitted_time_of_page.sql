-- permitted_time for a page of the database. A posting without a schedule is live some time after it is claimed, so it is claimed only
-- where the posts after it leave a margin. Otherwise seconds would decide whether it fits before a post that is 24 hours later.
CREATE OR REPLACE FUNCTION permitted_time_of_page(of_page uuid, earliest timestamptz, is_scheduled boolean, margin interval)
RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT permitted_time(
    earliest,
    counted_times(of_page, earliest - greatest(interval '24 hours', min_gap_minutes * interval '1 minute')),
    max_posts_in_24_hours, min_gap_minutes, posting_hours_from, posting_hours_until, posting_hours_zone, is_scheduled,
    CASE WHEN is_scheduled THEN interval '0' ELSE margin END
  )
  FROM pages WHERE guid = of_page
$$;
