-- Whether the wall clock shows a time within the posting hours. Hours with from > until cross midnight.
CREATE OR REPLACE FUNCTION is_in_hours(at timestamptz, hours_from time, hours_until time, zone text)
RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN hours_from < hours_until THEN clock >= hours_from AND clock < hours_until
    ELSE clock >= hours_from OR clock < hours_until END
  FROM (SELECT (at AT TIME ZONE zone)::time AS clock) c
$$;
