/**
 * Replaces a function of migration 0007: the fee of a posting that failed after `submitting` comes back at most 3 times for a
 * page in 24 hours (decision 0003). Who calls it holds the page's row, so the count can not change meanwhile.
 */
export const refundFunctions = `
-- Which refunds the limit counts.
ALTER TABLE credit_transactions ADD COLUMN after_submitting boolean NOT NULL DEFAULT false;
CREATE INDEX credit_transactions_after_submitting ON credit_transactions (page_guid, created_at) WHERE after_submitting;
-- When a fee stayed because of the limit: the page says so for a day.
ALTER TABLE pages ADD COLUMN fee_kept_at timestamptz;

-- Gives a charge back; refund_of is unique, so never twice. Beyond the limit the charge is used up instead, as by a post:
-- what the page posts until paid_until costs nothing more.
CREATE OR REPLACE FUNCTION refund_charge(of_page uuid, of_posting uuid, of_charge uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  page record;
  balance integer;
  is_after_submitting boolean;
BEGIN
  -- submitting changes this row without holding the page: it either came before, or finds no claim any more.
  SELECT submitting_at IS NOT NULL INTO is_after_submitting
  FROM in_flight WHERE page_guid = of_page AND posting_id = of_posting FOR UPDATE;
  -- A posting that failed before this was given up as unconfirmed.
  is_after_submitting := coalesce(is_after_submitting, false)
    OR (SELECT status = 'failed' FROM page_postings WHERE id = of_posting);
  IF is_after_submitting AND (
    SELECT count(*) FROM credit_transactions
    WHERE page_guid = of_page AND after_submitting AND created_at > now() - interval '24 hours'
  ) >= 3 THEN
    UPDATE pages SET unused_charge_id = NULL, fee_kept_at = now() WHERE guid = of_page;
    RETURN;
  END IF;
  SELECT owner_id, name INTO page FROM pages WHERE guid = of_page;
  UPDATE users SET credits_balance = credits_balance + 10, credits_spent = credits_spent - 10
  WHERE id = page.owner_id
  RETURNING credits_balance INTO balance;
  INSERT INTO credit_transactions
    (user_id, transaction_type, amount, balance_after, description, page_guid, posting_id, refund_of, after_submitting)
  VALUES (page.owner_id, 'refund', 10, balance,
    'Nothing was posted on ' || coalesce(nullif(page.name, ''), 'the page'), of_page, of_posting, of_charge,
    is_after_submitting);
  UPDATE pages SET paid_until = NULL, unused_charge_id = NULL WHERE guid = of_page;
END $$;
`;
