-- permitted_time for a page of the database.
CREATE OR REPLACE FUNCTION permitted_time_of_page(of_page uuid, earliest timestamptz, whole_minutes boolean)
RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT permitted_time(
    earliest,
    counted_times(of_page, earliest - greatest(interval '24 hours', min_gap_minutes * interval '1 minute')),
    max_posts_in_24_hours, min_gap_minutes, posting_hours_from, posting_hours_until, posting_hours_zone, whole_minutes
  )
  FROM pages WHERE guid = of_page
$$;
