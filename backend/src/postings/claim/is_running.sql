-- Neither paused nor deleted.
CREATE OR REPLACE FUNCTION is_running(a assistants) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT a.pause_reason IS NULL AND a.deleted_at IS NULL
$$;
