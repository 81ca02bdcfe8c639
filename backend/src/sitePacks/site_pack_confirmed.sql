-- A page that tries the pack has posted with it.
CREATE OR REPLACE FUNCTION site_pack_confirmed(of_version integer, by_page uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  now_in text;
  votes record;
BEGIN
  SELECT stage INTO now_in FROM site_packs WHERE version = of_version AND stage IN ('canary', 'few') FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  INSERT INTO site_pack_tries (version, page_guid, outcome) VALUES (of_version, by_page, 'posted')
  ON CONFLICT (version, page_guid) DO UPDATE SET outcome = 'posted', reason = NULL, at = now();
  SELECT * INTO votes FROM count_site_pack_votes(of_version);
  IF votes.posted >= votes.needed AND votes.posted > votes.failed THEN
    PERFORM approve_site_pack(of_version);
  ELSIF now_in = 'canary' AND votes.posted >= site_pack_owners_of_canary() THEN
    UPDATE site_packs SET stage = 'few' WHERE version = of_version;
    PERFORM choose_site_pack_pages_soon();
  END IF;
END $$;
