-- A duplicate never changes the status of its original. plpgsql, because an SQL function would be planned again by each UPDATE of a task.
CREATE OR REPLACE FUNCTION status_by_counts(pending bigint, posting bigint, posted bigint, completed bigint, failed bigint)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN CASE
    WHEN pending + posting + posted + completed + failed = 0 THEN 'waiting'
    WHEN posting + posted + completed + failed = 0 THEN 'in_queue'
    WHEN pending + posting > 0 THEN 'posting'
    WHEN posted > 0 AND failed > 0 THEN 'partially_posted'
    WHEN posted > 0 THEN 'posted'
    WHEN failed = 0 THEN 'completed'
    WHEN completed = 0 THEN 'failed'
    ELSE 'partially_completed'
  END;
END $$;
