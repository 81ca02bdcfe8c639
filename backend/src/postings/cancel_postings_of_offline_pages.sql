-- Fails what waits for pages that have not polled for 24 hours while posting was on. A day counts from when the page could
-- have posted: its last poll, its queueing, the switch. Starts from the pages, because nearly all of them are online. Returns how many
-- postings it looked at.
CREATE OR REPLACE FUNCTION cancel_postings_of_offline_pages(batch integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  day_ago timestamptz := now() - offline_page_fails_after();
  of_pages uuid[];
  ids uuid[];
BEGIN
  -- OFFSET 0: what is pending is looked up page by page, whatever the statistics say about its status and age.
  of_pages := ARRAY(
    WITH offline AS MATERIALIZED (
      SELECT g.guid
      FROM users u JOIN pages g ON g.owner_id = u.id
      WHERE u.is_posting_active AND u.is_active AND coalesce(u.posting_switched_at, '-infinity') <= day_ago
        AND g.unlinked_at IS NULL AND coalesce(g.last_polled_at, g.linked_at) <= day_ago
    ),
    waiting AS MATERIALIZED (
      SELECT guid FROM offline o
      WHERE EXISTS (
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
      SELECT id, status_since FROM page_postings WHERE page_guid = g.guid AND status = 'pending' OFFSET 0
    ) p
    WHERE g.guid = ANY (of_pages) AND coalesce(g.last_polled_at, g.linked_at) <= day_ago AND p.status_since <= day_ago
    LIMIT batch
  );
  PERFORM cancel_postings(ids, 'The page has been offline for 24 hours.', 'page_offline', false);
  RETURN cardinality(ids);
END $$;
