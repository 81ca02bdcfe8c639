/**
 * Postings that will not be posted: their page was unlinked or stayed offline, their assistant was deleted. A batch a call,
 * so that nobody's locks are held for long; each answers how many it looked at, and a full batch means that more may follow.
 */
export const cancelFunctions = `
-- Fails these postings unless they ended meanwhile or may be live; the caller holds their pages' rows. Those of a deleted
-- assistant are archived in the same step, because each new version of a row costs an entry in every index.
-- Their devices get a 409 at their next report and must not press the button.
CREATE FUNCTION cancel_postings(ids uuid[], message text, code text, to_archive boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  charged record;
BEGIN
  PERFORM FROM in_flight WHERE posting_id = ANY (ids) FOR UPDATE;
  ids := ARRAY(
    SELECT p.id FROM page_postings p LEFT JOIN in_flight f ON f.posting_id = p.id
    WHERE p.id = ANY (ids) AND (p.status = 'pending' OR (p.status = 'posting' AND f.submitting_at IS NULL))
  );
  -- Not while another posting is in flight on the page: that one goes out under the same charge and decides.
  FOR charged IN
    SELECT DISTINCT ON (p.owner_id, p.page_guid) p.id, p.page_guid, p.charge_id
    FROM page_postings p JOIN pages g ON g.guid = p.page_guid
    WHERE p.id = ANY (ids) AND p.charge_id = g.unused_charge_id
      AND NOT EXISTS (SELECT FROM in_flight f WHERE f.page_guid = p.page_guid AND f.posting_id <> ALL (ids))
    ORDER BY p.owner_id, p.page_guid, p.id
  LOOP
    PERFORM refund_charge(charged.page_guid, charged.id, charged.charge_id);
  END LOOP;
  UPDATE page_postings
  SET status = 'failed', error_message = message, error_code = code, claim_token_hash = NULL, archived = archived OR to_archive
  WHERE id = ANY (ids);
END $$;

CREATE FUNCTION lock_pages_of(ids uuid[]) RETURNS void LANGUAGE sql AS $$
  SELECT FROM pages WHERE guid IN (SELECT page_guid FROM page_postings WHERE id = ANY (ids))
  ORDER BY guid FOR NO KEY UPDATE
$$;

CREATE FUNCTION cancel_postings_of_assistant(of_assistant uuid, batch integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[] := ARRAY(
    SELECT p.id FROM page_postings p LEFT JOIN in_flight f ON f.posting_id = p.id
    WHERE p.assistant_id = of_assistant AND left(p.status, 1) = 'p' AND p.status <> 'posted' AND f.submitting_at IS NULL
    LIMIT batch
  );
BEGIN
  PERFORM lock_pages_of(ids);
  PERFORM cancel_postings(ids, 'The assistant was deleted.', 'assistant_deleted', true);
  RETURN cardinality(ids);
END $$;

-- Of those of the pages that are unlinked now: one that is linked again has a new queue.
CREATE FUNCTION cancel_postings_of_unlinked_pages(of_pages uuid[], batch integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[] := ARRAY(
    SELECT p.id
    FROM pages g
    CROSS JOIN LATERAL (
      SELECT id FROM page_postings WHERE page_guid = g.guid AND status = 'pending'
      UNION ALL
      SELECT posting_id FROM in_flight WHERE page_guid = g.guid AND submitting_at IS NULL
    ) p
    WHERE g.guid = ANY (of_pages) AND g.unlinked_at IS NOT NULL
    LIMIT batch
  );
BEGIN
  PERFORM lock_pages_of(ids);
  PERFORM cancel_postings(
    ARRAY(
      SELECT p.id FROM page_postings p JOIN pages g ON g.guid = p.page_guid
      WHERE p.id = ANY (ids) AND g.unlinked_at IS NOT NULL
    ),
    'The page was unlinked.', 'page_unlinked', false
  );
  RETURN cardinality(ids);
END $$;

-- Fails what waits for pages that have not polled for 24 hours while posting was on. A day counts from when the page could
-- have posted: its last poll, its queueing, the switch. Starts from the pages, because nearly all of them are online.
CREATE FUNCTION cancel_postings_of_offline_pages(batch integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  day_ago timestamptz := now() - interval '24 hours';
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
`;
