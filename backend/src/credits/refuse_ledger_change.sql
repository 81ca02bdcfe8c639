-- The ledger is append-only. The only exception: the description of an erased user's entry may be replaced by its type.
CREATE OR REPLACE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'description' = to_jsonb(OLD) - 'description'
    AND NEW.description = NEW.transaction_type
    AND EXISTS (SELECT FROM users WHERE id = OLD.user_id AND erased_at IS NOT NULL)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'credit_transactions is append-only';
END $$;

CREATE OR REPLACE TRIGGER credit_transactions_append_only BEFORE UPDATE OR DELETE ON credit_transactions
  FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();

CREATE OR REPLACE TRIGGER credit_transactions_no_truncate BEFORE TRUNCATE ON credit_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
