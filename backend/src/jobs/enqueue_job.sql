-- add_job adds nothing, and says nothing, if a worker takes the waiting job with this key between two of its statements. That job may have read
-- the data too early. The next try sees that it was taken, and adds another one.
CREATE OR REPLACE FUNCTION enqueue_job(
  identifier text, payload json, queue_name text DEFAULT NULL, run_at timestamptz DEFAULT NULL, max_attempts integer DEFAULT NULL,
  job_key text DEFAULT NULL, priority integer DEFAULT NULL
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  added bigint;
BEGIN
  WHILE added IS NULL LOOP
    SELECT id INTO added FROM graphile_worker.add_job(
      identifier, payload, queue_name := enqueue_job.queue_name, run_at := enqueue_job.run_at, max_attempts := enqueue_job.max_attempts,
      job_key := enqueue_job.job_key, priority := enqueue_job.priority
    );
  END LOOP;
  RETURN added;
END $$;
