-- Not in the quiet hours, and with a digest only after its next time of the day.
CREATE OR REPLACE FUNCTION may_tell(u users, recorded_at timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT coalesce(is_in_hours(now(), u.quiet_from, u.quiet_until, u.bot_time_zone), false)
    AND coalesce(recorded_at <= (
      wall_clock::date - CASE WHEN wall_clock::time < u.digest_at THEN 1 ELSE 0 END + u.digest_at
    ) AT TIME ZONE u.bot_time_zone, true)
  FROM (SELECT now() AT TIME ZONE u.bot_time_zone AS wall_clock) local
$$;
