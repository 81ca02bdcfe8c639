/**
 * The rollout of a site pack: one page (canary), ten pages (few), all pages. Every change of a stage locks the pack's row first.
 * Transactions that already hold a page's row may lock a pack, and no transaction that holds a pack locks a page.
 */
export const rolloutFunctions = `
-- Extensions should ask for their pack: sends a hint to all processes. Stages change rarely, so this NOTIFY is in the transaction.
CREATE FUNCTION hint_site_packs() RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('flyerdeck_hints', '[{"kind":"site_packs"}]')
$$;

-- Chooses the pages of the stage. A chosen page stays while it can post, has something to post or has a posting in flight.
-- The others are replaced by pages that polled recently: first those with work, then healthy ones before those whose only
-- trouble is site_changed, then those that posted most recently.
CREATE FUNCTION choose_site_pack_pages(of_version integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  now_in text;
  chosen uuid[];
  changed boolean;
BEGIN
  SELECT stage INTO now_in FROM site_packs WHERE version = of_version AND stage IN ('canary', 'few') FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  chosen := ARRAY(
    SELECT guid FROM (
      SELECT g.guid, g.health, g.paid_until, m.page_guid IS NOT NULL AS is_chosen, f.page_guid IS NOT NULL AS in_flight,
        u.is_active AND g.last_polled_at > now() - interval '3 minutes' AND g.health IN ('ok', 'site_changed') AS can_post,
        f.page_guid IS NOT NULL OR u.is_posting_active AND EXISTS (
          SELECT FROM page_postings p JOIN assistants a ON a.id = p.assistant_id
          WHERE p.page_guid = g.guid AND p.status = 'pending' AND a.pause_reason IS NULL AND a.deleted_at IS NULL
        ) AS has_work
      FROM pages g
      JOIN users u ON u.id = g.owner_id
      LEFT JOIN site_pack_pages m ON m.page_guid = g.guid
      LEFT JOIN in_flight f ON f.page_guid = g.guid
      WHERE g.unlinked_at IS NULL AND g.site_pack_version IS NOT NULL
        AND (m.page_guid IS NOT NULL OR g.last_polled_at > now() - interval '3 minutes')
    ) candidate
    WHERE can_post OR is_chosen AND in_flight
    ORDER BY is_chosen AND has_work DESC, has_work DESC, health = 'ok' DESC, is_chosen DESC, paid_until DESC NULLS LAST, guid
    LIMIT CASE now_in WHEN 'canary' THEN 1 ELSE 10 END
  );
  WITH removed AS (
    DELETE FROM site_pack_pages WHERE page_guid <> ALL (chosen) RETURNING page_guid
  ), added AS (
    INSERT INTO site_pack_pages (page_guid, version, stage)
    SELECT guid, of_version, now_in FROM unnest(chosen) guid
    ON CONFLICT DO NOTHING RETURNING page_guid
  )
  SELECT EXISTS (SELECT FROM removed) OR EXISTS (SELECT FROM added) INTO changed;
  IF changed THEN
    PERFORM hint_site_packs();
  END IF;
END $$;

-- Pages go back to the newest pack that is published to all. Returns false if the pack is already withdrawn, or not published.
CREATE FUNCTION withdraw_site_pack(of_version integer, reason text, by_page uuid) RETURNS boolean LANGUAGE plpgsql AS $$
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

-- A failure withdraws a pack only while it is being rolled out: later the site is more likely to blame than the pack.
CREATE FUNCTION site_pack_failed(of_version integer, by_page uuid, reason text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM site_packs WHERE version = of_version AND stage IN ('canary', 'few') FOR NO KEY UPDATE;
  IF FOUND THEN
    PERFORM withdraw_site_pack(of_version, reason, by_page);
  END IF;
END $$;

-- The page has posted with the pack. In the second stage only a page that was chosen for it counts, unless there is no other.
CREATE FUNCTION site_pack_confirmed(of_version integer, by_page uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  now_in text;
BEGIN
  SELECT stage INTO now_in FROM site_packs WHERE version = of_version AND stage IN ('canary', 'few') FOR NO KEY UPDATE;
  IF now_in = 'canary' THEN
    UPDATE site_packs SET stage = 'few' WHERE version = of_version;
    PERFORM choose_site_pack_pages(of_version);
  ELSIF now_in = 'few' AND (
    EXISTS (SELECT FROM site_pack_pages WHERE page_guid = by_page AND stage = 'few')
    OR NOT EXISTS (SELECT FROM site_pack_pages WHERE stage = 'few')
  ) THEN
    UPDATE site_packs SET stage = 'all' WHERE version = of_version;
    DELETE FROM site_pack_pages WHERE version = of_version;
    PERFORM hint_site_packs();
  END IF;
END $$;

-- A posting was handed out after the page's poll had named the pack, so the pack was used for it.
CREATE FUNCTION page_postings_site_pack() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  used integer;
BEGIN
  SELECT m.version INTO used FROM site_pack_pages m JOIN pages g ON g.guid = m.page_guid AND g.site_pack_version = m.version
  WHERE m.page_guid = NEW.page_guid AND g.site_pack_since <= NEW.claimed_at;
  IF used IS NULL THEN
    RETURN NULL;
  END IF;
  IF NEW.status = 'posted' THEN
    PERFORM site_pack_confirmed(used, NEW.page_guid);
  ELSE
    PERFORM site_pack_failed(used, NEW.page_guid, coalesce(NEW.error_message, NEW.error_code));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER page_postings_site_pack AFTER UPDATE OF status ON page_postings
  FOR EACH ROW WHEN (
    NEW.status <> OLD.status
    AND (NEW.status = 'posted'
      OR NEW.status = 'failed' AND (NEW.report = 'failed' OR NEW.error_code IN ('unconfirmed', 'lease_expired')))
  ) EXECUTE FUNCTION page_postings_site_pack();
`;
