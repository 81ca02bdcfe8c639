-- Hours with from > until cross midnight. One expression, so that Postgres includes it in those of its callers.
CREATE OR REPLACE FUNCTION is_in_hours(at timestamptz, hours_from time, hours_until time, zone text)
RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN hours_from < hours_until
    THEN (at AT TIME ZONE zone)::time >= hours_from AND (at AT TIME ZONE zone)::time < hours_until
    ELSE (at AT TIME ZONE zone)::time >= hours_from OR (at AT TIME ZONE zone)::time < hours_until END
$$;
