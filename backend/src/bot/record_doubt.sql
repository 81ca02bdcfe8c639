-- A post may be live or not: the bot asks the owner to look.
CREATE OR REPLACE FUNCTION record_doubt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO bot_alerts (kind, subject_id, user_id) VALUES ('posting_in_doubt', NEW.id, NEW.owner_id)
  ON CONFLICT (kind, subject_id) DO UPDATE SET recorded_at = now(), sent_at = NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER page_postings_in_doubt AFTER UPDATE OF status ON page_postings
  FOR EACH ROW WHEN (NEW.error_code = 'unconfirmed' AND NEW.status = 'failed' AND OLD.status <> 'failed')
  EXECUTE FUNCTION record_doubt();
