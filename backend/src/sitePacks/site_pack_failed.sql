-- A posting of a page that tries the pack has failed. The page goes back to an older pack. The pack is withdrawn when posts of enough
-- owners have failed with it, and more than have succeeded.
CREATE OR REPLACE FUNCTION site_pack_failed(of_version integer, by_page uuid, reason text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  votes record;
BEGIN
  PERFORM FROM site_packs WHERE version = of_version AND stage IN ('canary', 'few') FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  INSERT INTO site_pack_tries (version, page_guid, outcome, reason) VALUES (of_version, by_page, 'failed', left(reason, 500))
  ON CONFLICT (version, page_guid) DO UPDATE SET outcome = 'failed', reason = excluded.reason, at = now();
  SELECT * INTO votes FROM count_site_pack_votes(of_version);
  IF votes.failed >= votes.needed AND votes.failed > votes.posted THEN
    PERFORM withdraw_site_pack(of_version, left(reason, 500), by_page);
  ELSE
    PERFORM choose_site_pack_pages_soon();
  END IF;
END $$;
