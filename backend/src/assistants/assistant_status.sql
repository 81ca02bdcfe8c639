-- is_next: it has a next task (the view next_tasks).
CREATE OR REPLACE FUNCTION assistant_status(deleted_at timestamptz, queued_at timestamptz, pause_reason text, pending bigint,
  posting bigint, posted bigint, completed bigint, failed bigint, is_next boolean, switch_on boolean)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  by_counts text := status_by_counts(pending, posting, posted, completed, failed);
BEGIN
  RETURN CASE
    WHEN deleted_at IS NOT NULL THEN 'archived'
    WHEN queued_at IS NULL THEN 'waiting'
    WHEN pause_reason = 'queueing' THEN 'in_queue'
    WHEN pause_reason IS NOT NULL AND pending + posting > 0 THEN 'paused'
    ELSE status_now(by_counts, posting, is_next, switch_on)
  END;
END $$;
