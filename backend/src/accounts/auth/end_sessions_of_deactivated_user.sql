-- Whatever deactivates a user ends their sessions in the same transaction, and activating the user brings none back.
CREATE OR REPLACE FUNCTION end_sessions_of_deactivated_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sessions SET ended_at = now() WHERE user_id = NEW.id AND ended_at IS NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER users_end_sessions_on_deactivation AFTER UPDATE OF is_active ON users
  FOR EACH ROW WHEN (OLD.is_active AND NOT NEW.is_active) EXECUTE FUNCTION end_sessions_of_deactivated_user();
