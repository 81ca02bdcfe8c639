-- A day counts from when the page could have posted: its last poll, its queueing, the switch, the end of a pause of all claims.
-- Returns how many postings it looked at.
CREATE OR REPLACE FUNCTION cancel_postings_of_offline_pages(batch integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  day_ago timestamptz := now() - offline_page_fails_after();
  of_pages uuid[];
  ids uuid[];
BEGIN
  IF EXISTS (SELECT FROM claim_pause WHERE changed_at > day_ago) THEN
    RETURN 0;
  END IF;
  -- OFFSET 0: what is pending is looked up page by page, whatever the statistics say about its status and age.
  of_pages := ARRAY(
    WITH offline AS MATERIALIZED (
      SELECT g.guid, g AS page
      FROM users u JOIN pages g ON g.owner_id = u.id
      WHERE u.is_posting_active AND coalesce(u.posting_switched_at, '-infinity') <= day_ago
        AND g.unlinked_at IS NULL AND coalesce(g.last_polled_at, g.linked_at) <= day_ago
    ),
    waiting AS MATERIALIZED (
      SELECT guid FROM offline o CROSS JOIN LATERAL page_wait(o.page, NULL, false) wait
      WHERE wait.reason = 'page_offline' AND EXISTS (
        SELECT FROM (
          SELECT status_since FROM page_postings WHERE page_guid = o.guid AND status = 'pending' OFFSET 0
        ) p
        WHERE p.status_since <= day_ago
      )
      LIMIT batch
    )
    SELECT guid FROM pages WHERE guid IN (SELECT guid FROM waiting) ORDER BY guid FOR NO KEY UPDATE SKIP LOCKED
  );
  ids := ARRAY(
    SELECT p.id
    FROM pages g
    CROSS JOIN LATERAL (
      SELECT id, assistant_id, status_since FROM page_postings WHERE page_guid = g.guid AND status = 'pending' OFFSET 0
    ) p
    CROSS JOIN LATERAL page_wait(g, p.assistant_id, false) wait
    WHERE g.guid = ANY (of_pages) AND coalesce(g.last_polled_at, g.linked_at) <= day_ago AND p.status_since <= day_ago
      AND wait.reason = 'page_offline'
    LIMIT batch
  );
  PERFORM cancel_postings(ids, format('The page has been offline for %s hours.', extract(hours FROM offline_page_fails_after())), 'page_offline', false);
  RETURN cardinality(ids);
END $$;
