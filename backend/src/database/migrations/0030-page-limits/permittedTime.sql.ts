/** The earliest time that a page's limits permit (decision 0046). Claims and forecasts use the same functions. */
export const permittedTimeFunctions = `
-- Whether the wall clock shows a time within the posting hours. Hours with from > until cross midnight.
CREATE FUNCTION is_in_hours(at timestamptz, hours_from time, hours_until time, zone text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN hours_from < hours_until THEN clock >= hours_from AND clock < hours_until
    ELSE clock >= hours_from OR clock < hours_until END
  FROM (SELECT (at AT TIME ZONE zone)::time AS clock) c
$$;

-- The first time from earliest on at which the wall clock shows a time within the posting hours.
CREATE FUNCTION next_time_in_hours(earliest timestamptz, hours_from time, hours_until time, zone text)
RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
DECLARE
  here timestamp := earliest AT TIME ZONE zone;
  opening timestamptz;
BEGIN
  IF is_in_hours(earliest, hours_from, hours_until, zone) THEN
    RETURN earliest;
  END IF;
  opening := earliest + (hours_from - here::time)
    + CASE WHEN here::time > hours_from THEN interval '24 hours' ELSE interval '0' END;
  IF opening AT TIME ZONE zone - here = opening - earliest THEN
    RETURN opening;
  END IF;
  -- The clocks change before the opening. Then the hours may open in the skipped hour, or in the doubled hour once more.
  -- Zones change at whole minutes. Hours that lie in the skipped hour open on the next day.
  RETURN (
    SELECT min(minute)
    FROM generate_series(date_trunc('minute', earliest), earliest + interval '50 hours', interval '1 minute') minute
    WHERE minute > earliest AND is_in_hours(minute, hours_from, hours_until, zone)
  );
END $$;

-- The earliest time at which a page with these limits may have a further post, if its other posts are at these times (sorted).
-- It lies in the posting hours, at least gap_minutes from each post, and no 24 hours have more than max_posts.
-- whole_minutes: the site publishes scheduled posts at whole minutes.
CREATE FUNCTION permitted_time(earliest timestamptz, times timestamptz[], max_posts integer, gap_minutes integer,
  hours_from time, hours_until time, zone text, whole_minutes boolean)
RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
DECLARE
  gap interval := gap_minutes * interval '1 minute';
  day CONSTANT interval := interval '24 hours';
  last_time timestamptz;
  permitted timestamptz := earliest;
  tried timestamptz;
BEGIN
  -- Each step moves the time to the earliest that one limit permits, until no limit moves it.
  LOOP
    tried := permitted;
    IF whole_minutes AND permitted > date_trunc('minute', permitted) THEN
      permitted := date_trunc('minute', permitted) + interval '1 minute';
    END IF;
    FOR i IN 1 .. coalesce(cardinality(times), 0) LOOP
      IF permitted > times[i] - gap AND permitted < times[i] + gap THEN
        permitted := times[i] + gap;
      END IF;
      -- max_posts posts within 24 hours permit no further one as long as some 24 hours contain it and all of them.
      last_time := times[i + max_posts - 1];
      IF last_time < times[i] + day AND permitted > last_time - day AND permitted < times[i] + day THEN
        permitted := times[i] + day;
      END IF;
    END LOOP;
    IF hours_from IS NOT NULL THEN
      permitted := next_time_in_hours(permitted, hours_from, hours_until, zone);
    END IF;
    EXIT WHEN permitted = tried;
  END LOOP;
  RETURN permitted;
END $$;

-- The times of a page's posts that count for its limits at a time or later: live ones, those that the site has scheduled, and
-- those that may be live. A post without a schedule counts from when it was reported, because it was live by then.
CREATE FUNCTION counted_times(of_page uuid, since timestamptz) RETURNS timestamptz[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(time ORDER BY time) FROM (
    SELECT CASE WHEN p.scheduled_for IS NULL THEN greatest(p.posted_at, p.publish_at)
      ELSE date_trunc('minute', p.scheduled_for) END AS time
    FROM page_postings p
    WHERE p.page_guid = of_page AND p.posted_at IS NOT NULL AND p.status IN ('posted', 'completed')
      AND greatest(p.posted_at, p.scheduled_for) > since - interval '24 hours'
    UNION ALL
    SELECT coalesce(date_trunc('minute', p.scheduled_for), p.status_since)
    FROM page_postings p
    WHERE p.page_guid = of_page AND p.error_code = 'unconfirmed' AND p.status = 'failed'
  ) counted
  WHERE time > since
$$;

-- permitted_time for a page of the database.
CREATE FUNCTION permitted_time_of_page(of_page uuid, earliest timestamptz, whole_minutes boolean)
RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT permitted_time(
    earliest,
    counted_times(of_page, earliest - greatest(interval '24 hours', min_gap_minutes * interval '1 minute')),
    max_posts_in_24_hours, min_gap_minutes, posting_hours_from, posting_hours_until, posting_hours_zone, whole_minutes
  )
  FROM pages WHERE guid = of_page
$$;
`;
