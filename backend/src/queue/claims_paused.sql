-- Whether admins have paused claiming for everybody. Until the transaction ends, no change of the pause commits: it waits for the lock,
-- and so no claim commits after a pause. Two statements, so that the second one sees a pause that was committed before the lock was
-- taken. While a change waits or commits, nothing is claimed.
CREATE OR REPLACE FUNCTION claims_paused() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock_shared(7203120) THEN
    RETURN true;
  END IF;
  RETURN EXISTS (SELECT FROM claim_pause WHERE sentence IS NOT NULL);
END $$;
