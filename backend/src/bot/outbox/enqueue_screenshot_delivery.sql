-- has_ended: one of the assistant's postings has just ended; else only one of its screenshots has changed.
-- 32767 is MAX_ATTEMPTS in jobs/enqueue.query.ts.
CREATE OR REPLACE FUNCTION enqueue_screenshot_delivery(of_assistant uuid, has_ended boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  is_finished boolean := false;
BEGIN
  IF has_ended THEN
    -- Two last postings that end at the same moment do not see each other. With the lock, the second sees the first.
    PERFORM pg_advisory_xact_lock(hashtextextended(of_assistant::text, 4));
    is_finished := NOT EXISTS (SELECT FROM page_postings WHERE assistant_id = of_assistant AND left(status, 1) = 'p');
  END IF;
  IF is_finished OR EXISTS (SELECT FROM assistants WHERE id = of_assistant AND screenshots_requested_at IS NOT NULL) THEN
    PERFORM enqueue_job(
      'deliver_screenshots', json_build_object('assistant_id', of_assistant),
      job_key := 'delivery:' || of_assistant, priority := 5, max_attempts := 32767
    );
  END IF;
END $$;
