-- A posting was handed out after the page's poll had named the pack, so the pack was used for it. A failure that the site or the
-- browser explains says nothing about the pack. With a pack of all pages only a missing element does.
CREATE OR REPLACE FUNCTION page_postings_site_pack() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  used integer;
BEGIN
  SELECT m.version INTO used FROM site_pack_pages m JOIN pages g ON g.guid = m.page_guid AND g.site_pack_version = m.version
  WHERE m.page_guid = NEW.page_guid AND g.site_pack_since <= NEW.claimed_at;
  IF NEW.status = 'posted' THEN
    IF used IS NOT NULL THEN
      PERFORM site_pack_confirmed(used, NEW.page_guid);
    END IF;
  ELSIF used IS NOT NULL THEN
    IF NEW.error_code <> ALL (failures_of_no_pack()) THEN
      PERFORM site_pack_failed(used, NEW.page_guid, coalesce(NEW.error_message, NEW.error_code));
    END IF;
  ELSIF NEW.error_code = 'site_changed' THEN
    INSERT INTO site_pack_tries (version, page_guid, outcome, reason)
    SELECT s.version, g.guid, 'failed', left(NEW.error_message, 500)
    FROM pages g JOIN site_packs s ON s.version = g.site_pack_version AND s.stage = 'all'
    WHERE g.guid = NEW.page_guid AND g.site_pack_since <= NEW.claimed_at
    ON CONFLICT (version, page_guid) DO UPDATE SET outcome = 'failed', reason = excluded.reason, at = now();
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER page_postings_site_pack AFTER UPDATE OF status ON page_postings
  FOR EACH ROW WHEN (
    NEW.status <> OLD.status
    AND (NEW.status = 'posted'
      OR NEW.status = 'failed' AND (NEW.report = 'failed' OR NEW.error_code IN ('unconfirmed', 'lease_expired')))
  ) EXECUTE FUNCTION page_postings_site_pack();
