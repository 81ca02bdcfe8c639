-- Chooses the pages of the stage, one of each owner. A chosen page stays while it can post, has something to post or has a posting
-- in flight. The others are replaced by pages that polled recently: first those with work, then healthy ones before those whose
-- only problem is site_changed. A page that refused the pack is not chosen, nor is an owner for whom a posting failed with it.
-- It looks at 100 owners at most, from a random one on, and at 1,000 of their pages: others may be found a minute later.
-- It also stores who decides about the pack. This reads pages of all owners, so it is done before the pack's row is locked: reports of
-- pages that try the pack wait for that lock.
CREATE OR REPLACE FUNCTION choose_site_pack_pages(of_version integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  now_in text;
  voters record;
  start uuid := gen_random_uuid();
  chosen uuid[];
  changed boolean;
BEGIN
  SELECT * INTO voters FROM site_pack_voters();
  UPDATE site_packs SET owners_needed = voters.needed, only_established = voters.only_established
  WHERE version = of_version AND stage IN ('canary', 'few') RETURNING stage INTO now_in;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  chosen := ARRAY(
    WITH owners AS MATERIALIZED (
      (SELECT u.id FROM users u
       WHERE u.is_posting_active AND u.is_active AND u.id >= start AND (NOT voters.only_established OR is_established(u))
       ORDER BY u.id LIMIT 50)
      UNION ALL
      (SELECT u.id FROM users u
       WHERE u.is_posting_active AND u.is_active AND u.id < start AND (NOT voters.only_established OR is_established(u))
       ORDER BY u.id LIMIT 50)
    ), size AS MATERIALIZED (
      SELECT 500 / greatest(1, count(*)) AS half FROM owners
    ), sampled AS MATERIALIZED (
      SELECT page_guid AS guid FROM site_pack_pages
      UNION
      SELECT p.guid FROM owners o CROSS JOIN LATERAL (
        (SELECT guid FROM pages WHERE owner_id = o.id AND unlinked_at IS NULL AND guid >= start
         ORDER BY guid LIMIT (SELECT half FROM size))
        UNION ALL
        (SELECT guid FROM pages WHERE owner_id = o.id AND unlinked_at IS NULL AND guid < start
         ORDER BY guid LIMIT (SELECT half FROM size))
      ) p
    ), candidate AS (
      SELECT g.guid, g.owner_id, g.health = 'ok' AS is_healthy, m.page_guid IS NOT NULL AS is_chosen,
        f.page_guid IS NOT NULL AS in_flight,
        u.is_active AND g.last_polled_at > now() - interval '3 minutes' AND g.health IN ('ok', 'site_changed') AS can_post,
        f.page_guid IS NOT NULL OR u.is_posting_active AND EXISTS (
          SELECT FROM page_postings p JOIN assistants a ON a.id = p.assistant_id
          WHERE p.page_guid = g.guid AND p.status = 'pending' AND is_running(a)
        ) AS has_work
      FROM sampled s
      JOIN pages g ON g.guid = s.guid
      JOIN users u ON u.id = g.owner_id
      LEFT JOIN site_pack_pages m ON m.page_guid = g.guid
      LEFT JOIN in_flight f ON f.page_guid = g.guid
      WHERE g.unlinked_at IS NULL AND g.site_pack_version IS NOT NULL
        AND (m.page_guid IS NOT NULL OR g.last_polled_at > now() - interval '3 minutes')
        AND NOT EXISTS (
          SELECT FROM site_pack_tries t WHERE t.version = of_version AND t.page_guid = g.guid
            AND keeps_from_pack(t, g.health, g.site_pack_version, g.site_pack_since)
        )
        AND NOT EXISTS (
          SELECT FROM site_pack_tries t JOIN pages o ON o.guid = t.page_guid
          WHERE t.version = of_version AND t.outcome = 'failed' AND o.owner_id = g.owner_id
        )
    ), ranked AS (
      SELECT DISTINCT ON (owner_id) * FROM candidate WHERE can_post OR is_chosen AND in_flight
      ORDER BY owner_id, is_chosen AND has_work DESC, has_work DESC, is_healthy DESC, is_chosen DESC, random()
    )
    SELECT guid FROM ranked
    ORDER BY is_chosen AND has_work DESC, has_work DESC, is_healthy DESC, is_chosen DESC, random()
    LIMIT CASE now_in WHEN 'canary' THEN site_pack_canary_pages() ELSE site_pack_few_pages() END
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
