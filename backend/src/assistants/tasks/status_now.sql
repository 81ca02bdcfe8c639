-- A task with status posting is in_queue again while the switch is off and nothing is in flight: otherwise the owner could not start posting
-- again, because Start Posting is enabled only by the count of the queue (decision 0002).
CREATE OR REPLACE FUNCTION status_now(by_counts text, posting bigint, is_next boolean, switch_on boolean)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN by_counts = 'in_queue' AND is_next THEN 'pending'
    WHEN by_counts = 'posting' AND posting = 0 AND NOT switch_on THEN 'in_queue'
    ELSE by_counts
  END
$$;
