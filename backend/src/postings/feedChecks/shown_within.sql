-- By the site pack that the page uses.
CREATE OR REPLACE FUNCTION shown_within(of_page uuid) RETURNS interval LANGUAGE sql STABLE AS $$
  SELECT coalesce((
    SELECT (s.pack #>> '{feed,appears_within_minutes}')::integer * interval '1 minute'
    FROM pages g JOIN site_packs s ON s.version = g.site_pack_version AND (s.owner_id IS NULL OR s.owner_id = g.owner_id)
    WHERE g.guid = of_page LIMIT 1
  ), default_shown_within())
$$;
