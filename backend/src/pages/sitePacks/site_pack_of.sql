-- The newest one that is published to the owner, else to all. Null: none is.
CREATE OR REPLACE FUNCTION site_pack_of(of_owner uuid) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT max(version) FROM site_packs WHERE owner_id = of_owner AND undone_at IS NULL),
    (SELECT max(version) FROM site_packs WHERE owner_id IS NULL AND undone_at IS NULL))
$$;
