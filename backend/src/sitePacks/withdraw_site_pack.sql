-- Pages go back to the newest pack that is published to all. Returns false if the pack is already withdrawn, or not published.
CREATE OR REPLACE FUNCTION withdraw_site_pack(of_version integer, reason text, by_page uuid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE site_packs SET stage = 'withdrawn', withdrawn_at = now(), withdrawn_reason = reason, withdrawn_by = by_page
  WHERE version = of_version AND stage <> 'withdrawn';
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  DELETE FROM site_pack_pages WHERE version = of_version;
  PERFORM hint_site_packs();
  RETURN true;
END $$;
