-- How a page is called where it is shown.
CREATE OR REPLACE FUNCTION page_name(page pages) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(nullif(page.name, ''), nullif(page.username, ''), page.creator_id)
$$;
