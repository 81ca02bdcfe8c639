-- The audit log is append-only. The only exception: texts about an erased user may be removed.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'details' = to_jsonb(OLD) - 'details' AND OLD.details @> NEW.details
    AND (EXISTS (SELECT FROM users WHERE id IN (OLD.admin_id, OLD.target_id) AND erased_at IS NOT NULL)
      -- What an admin has searched for may name a person whose account is being erased.
      OR (OLD.event = 'exported' AND EXISTS (
        SELECT FROM erasures e, jsonb_each_text(OLD.details -> 'parameters') WHERE names_person(value, e))))
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'audit_events is append-only';
END $$;

CREATE OR REPLACE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

CREATE OR REPLACE TRIGGER audit_events_no_truncate BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
