-- One batch, of pages that nobody else holds at the moment. Many workers may run it at once.
CREATE OR REPLACE FUNCTION sweep_leases(batch integer, OUT requeued integer, OUT failed integer, OUT unconfirmed integer)
LANGUAGE plpgsql AS $$
DECLARE
  of_pages uuid[];
BEGIN
  of_pages := ARRAY(
    SELECT g.guid FROM in_flight f JOIN pages g ON g.guid = f.page_guid
    WHERE f.lease_expires_at <= now()
    ORDER BY g.guid LIMIT batch FOR NO KEY UPDATE OF g SKIP LOCKED
  );
  SELECT e.requeued, e.failed, e.unconfirmed INTO requeued, failed, unconfirmed FROM end_lost_claims(of_pages) e;
END $$;
