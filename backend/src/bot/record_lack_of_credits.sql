-- An assistant was paused because its owner has too few credits: the bot tells the owner.
CREATE OR REPLACE FUNCTION record_lack_of_credits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO bot_alerts (kind, subject_id, user_id) VALUES ('out_of_credits', NEW.id, NEW.owner_id)
  ON CONFLICT (kind, subject_id) DO UPDATE SET recorded_at = now(), sent_at = NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER assistants_out_of_credits AFTER UPDATE OF pause_reason ON assistants
  FOR EACH ROW WHEN (NEW.pause_reason = 'insufficient_credits' AND OLD.pause_reason IS DISTINCT FROM NEW.pause_reason)
  EXECUTE FUNCTION record_lack_of_credits();
