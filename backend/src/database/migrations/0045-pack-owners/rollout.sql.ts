import {
  FAILURES_OF_NO_PACK,
  SITE_PACK_CANARY_PAGES,
  SITE_PACK_FEW_PAGES,
  SITE_PACK_OWNERS,
  SITE_PACK_OWNERS_OF_CANARY,
  SITE_PACK_VOTER_DAYS,
} from '@flyerdeck/contracts';

/**
 * The rollout of a site pack, counted by owners (decision 0033). Every change of a stage locks the pack's row first. Transactions
 * that already hold a page's row may lock a pack, and no transaction that holds a pack locks a page.
 */
export const rolloutFunctions = `
-- The page should not use the pack now. A page whose pack in use does not fit the site tries the others again soon, because the site
-- may have changed for it. A page that has taken the pack into use afterwards keeps it.
CREATE FUNCTION keeps_from_pack(t site_pack_tries, page_health text, in_use integer, in_use_since timestamptz) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT t.outcome <> 'posted'
    AND t.at > now() - CASE
      WHEN page_health = 'site_changed' THEN interval '15 minutes'
      WHEN t.outcome = 'failed' THEN interval '30 days'
      ELSE interval '1 day' END
    AND (in_use IS DISTINCT FROM t.version OR in_use_since <= t.at)
$$;

-- An owner of some age who has paid for posts: a fee is kept only if something was posted under it.
CREATE FUNCTION is_established(u users) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT u.is_active AND u.created_at <= now() - interval '${SITE_PACK_VOTER_DAYS} days' AND u.credits_spent > 0
$$;

-- The owners whose posts decide: established ones if there are enough, else all. needed: how many must agree.
CREATE FUNCTION site_pack_voters(OUT needed integer, OUT only_established boolean) LANGUAGE plpgsql STABLE AS $$
BEGIN
  SELECT count(*) INTO needed FROM (
    SELECT FROM users u
    WHERE is_established(u) AND EXISTS (
      SELECT FROM pages g WHERE g.owner_id = u.id AND g.unlinked_at IS NULL AND g.site_pack_version IS NOT NULL
        AND g.last_polled_at > now() - interval '7 days'
    )
    LIMIT ${SITE_PACK_OWNERS}
  ) established;
  only_established := needed = ${SITE_PACK_OWNERS};
  IF NOT only_established THEN
    SELECT greatest(1, count(*)) INTO needed FROM (
      SELECT FROM users u
      WHERE u.is_active AND EXISTS (
        SELECT FROM pages g WHERE g.owner_id = u.id AND g.unlinked_at IS NULL AND g.site_pack_version IS NOT NULL
          AND g.last_polled_at > now() - interval '7 days'
      )
      LIMIT ${SITE_PACK_OWNERS}
    ) everybody;
  END IF;
END $$;

-- Owners whose pages have posted, or failed to post, with the pack while it was tried.
CREATE FUNCTION count_site_pack_votes(of_version integer, OUT posted integer, OUT failed integer, OUT needed integer)
LANGUAGE sql STABLE AS $$
  SELECT count(DISTINCT g.owner_id) FILTER (WHERE t.outcome = 'posted')::integer,
    count(DISTINCT g.owner_id) FILTER (WHERE t.outcome = 'failed')::integer, max(v.needed)
  FROM site_pack_voters() v
  LEFT JOIN (
    site_pack_tries t JOIN pages g ON g.guid = t.page_guid JOIN users u ON u.id = g.owner_id
  ) ON t.version = of_version AND t.outcome <> 'refused' AND (NOT v.only_established OR is_established(u))
$$;

-- Chooses the pages of the stage, one of each owner. A chosen page stays while it can post, has something to post or has a posting
-- in flight. The others are replaced by pages that polled recently: first those with work, then healthy ones before those whose
-- only trouble is site_changed. A page that refused the pack is not chosen, nor is an owner for whom a posting failed with it.
-- It looks at 500 owners at most, from a random one on, and at 50 pages of each: others may be found a minute later.
CREATE OR REPLACE FUNCTION choose_site_pack_pages(of_version integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  now_in text;
  voters record;
  start uuid := gen_random_uuid();
  chosen uuid[];
  changed boolean;
BEGIN
  SELECT stage INTO now_in FROM site_packs WHERE version = of_version AND stage IN ('canary', 'few') FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  SELECT * INTO voters FROM site_pack_voters();
  chosen := ARRAY(
    WITH owners AS MATERIALIZED (
      (SELECT u.id FROM users u
       WHERE u.is_posting_active AND u.is_active AND u.id >= start AND (NOT voters.only_established OR is_established(u))
       ORDER BY u.id LIMIT 250)
      UNION ALL
      (SELECT u.id FROM users u
       WHERE u.is_posting_active AND u.is_active AND u.id < start AND (NOT voters.only_established OR is_established(u))
       ORDER BY u.id LIMIT 250)
    ), sampled AS MATERIALIZED (
      SELECT page_guid AS guid FROM site_pack_pages
      UNION
      SELECT p.guid FROM owners o CROSS JOIN LATERAL (
        (SELECT guid FROM pages WHERE owner_id = o.id AND unlinked_at IS NULL AND guid >= start ORDER BY guid LIMIT 25)
        UNION ALL
        (SELECT guid FROM pages WHERE owner_id = o.id AND unlinked_at IS NULL AND guid < start ORDER BY guid LIMIT 25)
      ) p
    ), candidate AS (
      SELECT g.guid, g.owner_id, g.health = 'ok' AS is_healthy, m.page_guid IS NOT NULL AS is_chosen,
        f.page_guid IS NOT NULL AS in_flight,
        u.is_active AND g.last_polled_at > now() - interval '3 minutes' AND g.health IN ('ok', 'site_changed') AS can_post,
        f.page_guid IS NOT NULL OR u.is_posting_active AND EXISTS (
          SELECT FROM page_postings p JOIN assistants a ON a.id = p.assistant_id
          WHERE p.page_guid = g.guid AND p.status = 'pending' AND a.pause_reason IS NULL AND a.deleted_at IS NULL
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
    LIMIT CASE now_in WHEN 'canary' THEN ${SITE_PACK_CANARY_PAGES} ELSE ${SITE_PACK_FEW_PAGES} END
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

-- The pages are chosen by a job, because that takes longer than a report may.
CREATE FUNCTION choose_site_pack_pages_soon() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM graphile_worker.add_job('site_pack_rollout', job_key := 'site_pack_rollout', max_attempts := 1);
END $$;

-- All pages use the pack now, except those that refuse it. Returns false if it is not being tried.
CREATE FUNCTION approve_site_pack(of_version integer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE site_packs SET stage = 'all' WHERE version = of_version AND stage IN ('canary', 'few');
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  DELETE FROM site_pack_pages WHERE version = of_version;
  PERFORM hint_site_packs();
  RETURN true;
END $$;

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
  ELSIF now_in = 'canary' AND votes.posted >= ${SITE_PACK_OWNERS_OF_CANARY} THEN
    UPDATE site_packs SET stage = 'few' WHERE version = of_version;
    PERFORM choose_site_pack_pages_soon();
  END IF;
END $$;

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
    IF NEW.error_code <> ALL (ARRAY[${FAILURES_OF_NO_PACK.map((code) => `'${code}'`).join(', ')}]) THEN
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
`;
