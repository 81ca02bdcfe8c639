-- refund_of is unique, so never twice. Beyond the limit (decision 0003) the charge is used up instead, as by a post.
-- The caller holds the page's row.
CREATE OR REPLACE FUNCTION refund_charge(of_page uuid, of_posting uuid, of_charge uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  page record;
  balance integer;
  -- Of a charge, the amount is negative.
  fee integer := (SELECT -amount FROM credit_transactions WHERE id = of_charge);
  is_after_submitting boolean;
BEGIN
  SELECT submitting_at IS NOT NULL INTO is_after_submitting
  FROM in_flight WHERE page_guid = of_page AND posting_id = of_posting FOR UPDATE;
  -- A posting that failed before this was given up as unconfirmed.
  is_after_submitting := coalesce(is_after_submitting, false)
    OR (SELECT status = 'failed' FROM page_postings WHERE id = of_posting);
  IF is_after_submitting AND (
    SELECT count(*) FROM credit_transactions
    WHERE page_guid = of_page AND after_submitting AND created_at > now() - page_day()
  ) >= max_refunds_after_submitting() THEN
    UPDATE pages SET unused_charge_id = NULL, fee_kept_at = now() WHERE guid = of_page;
    RETURN;
  END IF;
  SELECT owner_id, name INTO page FROM pages WHERE guid = of_page;
  UPDATE users SET credits_balance = credits_balance + fee, credits_spent = credits_spent - fee
  WHERE id = page.owner_id
  RETURNING credits_balance INTO balance;
  INSERT INTO credit_transactions
    (user_id, transaction_type, amount, balance_after, description, page_guid, posting_id, refund_of, after_submitting)
  VALUES (page.owner_id, 'refund', fee, balance,
    'Nothing was posted on ' || coalesce(nullif(page.name, ''), 'the page'), of_page, of_posting, of_charge,
    is_after_submitting);
  UPDATE pages SET paid_until = NULL, unused_charge_id = NULL WHERE guid = of_page;
END $$;
