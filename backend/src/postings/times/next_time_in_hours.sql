-- By the wall clock.
CREATE OR REPLACE FUNCTION next_time_in_hours(earliest timestamptz, hours_from time, hours_until time, zone text)
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
  -- If the clocks change before the opening, hours may open in the skipped hour, or in the doubled one once more.
  -- Zones change at whole minutes. Hours that lie in the skipped hour open on the next day.
  RETURN (
    SELECT min(minute)
    FROM generate_series(date_trunc('minute', earliest), earliest + interval '50 hours', interval '1 minute') minute
    WHERE minute > earliest AND is_in_hours(minute, hours_from, hours_until, zone)
  );
END $$;
