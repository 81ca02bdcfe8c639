-- Returns how many it looked at: a full batch means that more may follow.
CREATE OR REPLACE FUNCTION cancel_postings_of_assistant(of_assistant uuid, batch integer) RETURNS integer LANGUAGE plpgsql AS $$
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
