-- Not one that does not fit, and not while the site cannot be read: the extension tries that again by itself.
CREATE OR REPLACE FUNCTION should_fetch_pack(page pages) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT page.health IN ('ok', 'site_changed', 'no_site_pack')
    AND coalesce(site_pack_of(page.owner_id), 0) NOT IN (coalesce(page.site_pack_version, 0), coalesce(page.unfit_pack, -1))
$$;
