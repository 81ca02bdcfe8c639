-- A change of the pause waits for the lock, so no claim commits after a pause, and nothing is claimed while a change waits.
-- Two statements, so that the second sees a pause that was committed before the lock was taken.
CREATE OR REPLACE FUNCTION claims_paused() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock_shared(7203120) THEN
    RETURN true;
  END IF;
  RETURN EXISTS (SELECT FROM claim_pause WHERE sentence IS NOT NULL);
END $$;
