-- As the web app compares tags. lower alone does not know the two small sigmas. Node's would change letters that Postgres does not.
CREATE OR REPLACE FUNCTION folded_tag(tag text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT translate(lower(tag), 'ς', 'σ')
$$;
