-- Each repeat has one job. 32767 is MAX_ATTEMPTS in jobs/enqueue.query.ts, 7 the priority of the job.
CREATE OR REPLACE FUNCTION schedule_repeat() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner uuid;
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM graphile_worker.remove_job('repeat:' || OLD.assistant_id);
  ELSIF NEW.next_at IS NULL OR NEW.paused_at IS NOT NULL THEN
    PERFORM graphile_worker.remove_job('repeat:' || NEW.assistant_id);
  ELSE
    SELECT owner_id INTO owner FROM assistants WHERE id = NEW.assistant_id;
    PERFORM enqueue_job(
      'run_repeat', json_build_object('owner_id', owner, 'assistant_id', NEW.assistant_id),
      -- Jobs of one owner run one after the other (OWNER_QUEUE).
      queue_name := 'owners:' || (hashtext(owner::text) & 63),
      job_key := 'repeat:' || NEW.assistant_id, run_at := NEW.next_at, priority := 7, max_attempts := 32767
    );
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER repeats_schedule AFTER INSERT OR DELETE OR UPDATE OF next_at, paused_at ON repeats
  FOR EACH ROW EXECUTE FUNCTION schedule_repeat();
