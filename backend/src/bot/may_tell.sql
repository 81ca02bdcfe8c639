-- Whether the bot may tell now what was recorded then: not in the quiet hours, and with a digest only after its next time of the day.
-- Without settings it may.
CREATE OR REPLACE FUNCTION may_tell(s bot_settings, recorded_at timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT coalesce(is_in_hours(now(), s.quiet_from, s.quiet_until, s.time_zone), false)
    AND coalesce(recorded_at <= (
      wall_clock::date - CASE WHEN wall_clock::time < s.digest_at THEN 1 ELSE 0 END + s.digest_at
    ) AT TIME ZONE s.time_zone, true)
  FROM (SELECT now() AT TIME ZONE s.time_zone AS wall_clock) local
$$;
