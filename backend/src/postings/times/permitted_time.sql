-- In the posting hours, at least gap_minutes from each of the sorted times, and no 24 hours have more than max_posts.
-- whole_minutes: the site publishes scheduled posts at whole minutes. margin: the posts after it permit it as much later too.
CREATE OR REPLACE FUNCTION permitted_time(earliest timestamptz, times timestamptz[], max_posts integer, gap_minutes integer,
  hours_from time, hours_until time, zone text, whole_minutes boolean, margin interval)
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
      IF permitted > times[i] - gap - margin AND permitted < times[i] + gap THEN
        permitted := times[i] + gap;
      END IF;
      -- max_posts posts within 24 hours permit no further one as long as some 24 hours contain it and all of them.
      last_time := times[i + max_posts - 1];
      IF last_time < times[i] + day AND permitted > last_time - day - margin AND permitted < times[i] + day THEN
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
