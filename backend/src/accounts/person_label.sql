-- How a person is called where they are shown.
CREATE OR REPLACE FUNCTION person_label(person users) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(nullif(trim(person.first_name || ' ' || person.last_name), ''), person.username)
$$;
