-- All pages use the pack now, except those that refuse it. Returns false if it is not being tried.
CREATE OR REPLACE FUNCTION approve_site_pack(of_version integer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE site_packs SET stage = 'all' WHERE version = of_version AND stage IN ('canary', 'few');
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  DELETE FROM site_pack_pages WHERE version = of_version;
  PERFORM hint_site_packs();
  RETURN true;
END $$;
