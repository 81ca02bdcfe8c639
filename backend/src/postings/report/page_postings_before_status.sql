-- Times, durations and visits. A claim ends when its posting leaves the status posting.
CREATE OR REPLACE FUNCTION page_postings_before_status() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- Not below zero: a transaction that waited for the one before it may have begun earlier.
  stayed_ms bigint := greatest(0, round(extract(epoch FROM now() - OLD.status_since) * 1000));
BEGIN
  NEW.status_since := now();
  NEW.updated_at := now();
  NEW.total_ms := greatest(0, round(extract(epoch FROM now() - OLD.created_at) * 1000));
  NEW.transitions_count := OLD.transitions_count + 1;
  CASE OLD.status
    WHEN 'pending' THEN NEW.pending_ms := OLD.pending_ms + stayed_ms;
    WHEN 'posting' THEN NEW.posting_ms := OLD.posting_ms + stayed_ms;
    WHEN 'posted' THEN NEW.posted_ms := OLD.posted_ms + stayed_ms;
    WHEN 'failed' THEN NEW.failed_ms := OLD.failed_ms + stayed_ms;
    ELSE NULL;
  END CASE;
  CASE NEW.status
    WHEN 'pending' THEN NEW.pending_visits := OLD.pending_visits + 1;
    WHEN 'posting' THEN NEW.posting_visits := OLD.posting_visits + 1;
    WHEN 'posted' THEN NEW.posted_visits := OLD.posted_visits + 1;
    WHEN 'completed' THEN NEW.completed_visits := OLD.completed_visits + 1;
    WHEN 'failed' THEN NEW.failed_visits := OLD.failed_visits + 1;
  END CASE;
  IF OLD.status = 'posting' THEN
    DELETE FROM in_flight WHERE posting_id = OLD.id;
  ELSIF NEW.status = 'posting' THEN
    -- Not in the condition with AND: then the search would be started for every status.
    IF NOT EXISTS (SELECT FROM in_flight WHERE posting_id = NEW.id) THEN
      RAISE EXCEPTION 'a posting cannot be in flight without a claim';
    END IF;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER page_postings_before_status BEFORE UPDATE OF status ON page_postings
  FOR EACH ROW WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION page_postings_before_status();
