-- The runner asks the same (frontend/runner/nextWake.ts).
CREATE OR REPLACE FUNCTION needs_login(g pages) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT g.health IN ('logged_out', 'wrong_account')
$$;
