-- A page that is linked again has a new queue. Returns how many postings it looked at.
CREATE OR REPLACE FUNCTION cancel_postings_of_unlinked_pages(of_pages uuid[], batch integer) RETURNS integer LANGUAGE plpgsql AS $$
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
      SELECT p.id FROM page_postings p
      -- OFFSET 0: each page is looked up, also with statistics from before all of them were unlinked.
      WHERE p.id = ANY (ids) AND EXISTS (SELECT FROM pages g WHERE g.guid = p.page_guid AND g.unlinked_at IS NOT NULL OFFSET 0)
    ),
    'The page was unlinked.', 'page_unlinked', false
  );
  RETURN cardinality(ids);
END $$;
