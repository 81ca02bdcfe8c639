-- The trigger names the kind; bot/alerts/alerts.ts sends it.
CREATE OR REPLACE FUNCTION record_alert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO bot_alerts (kind, subject_id, user_id) VALUES (TG_ARGV[0], NEW.id, NEW.owner_id)
  ON CONFLICT (kind, subject_id) DO UPDATE SET recorded_at = now(), sent_at = NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER assistants_out_of_credits AFTER UPDATE OF pause_reason ON assistants
  FOR EACH ROW WHEN (NEW.pause_reason = 'insufficient_credits' AND OLD.pause_reason IS DISTINCT FROM NEW.pause_reason)
  EXECUTE FUNCTION record_alert('out_of_credits');

CREATE OR REPLACE TRIGGER page_postings_in_doubt AFTER UPDATE OF status ON page_postings
  FOR EACH ROW WHEN (NEW.error_code = 'unconfirmed' AND NEW.status = 'failed' AND OLD.status <> 'failed')
  EXECUTE FUNCTION record_alert('posting_in_doubt');
