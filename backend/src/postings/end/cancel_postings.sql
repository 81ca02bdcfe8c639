-- The caller holds the pages' rows. What may be live is left. A new version of a row costs an entry in every index, so archiving is one step
-- with it. Devices get a 409 at their next report and must not press the button.
CREATE OR REPLACE FUNCTION cancel_postings(ids uuid[], message text, code text, to_archive boolean) RETURNS void LANGUAGE plpgsql AS $$
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
