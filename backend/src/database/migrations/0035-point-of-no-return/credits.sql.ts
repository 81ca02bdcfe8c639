export const creditFunctions = `
-- The fee of a page for 24 hours: PAGE_DAY_CREDITS of the contracts.
CREATE FUNCTION page_day_credits() RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT 10 $$;

-- Makes sure that the page has a day to post in. Returns its unused charge, or null; charged: a fee was taken. affordable is
-- false, and nothing has changed, if the credits do not suffice or the owner's switch went off. The caller holds the page's row.
CREATE OR REPLACE FUNCTION pay_page_day(of_page uuid, for_posting uuid,
  OUT affordable boolean, OUT charged boolean, OUT charge uuid) LANGUAGE plpgsql AS $$
DECLARE
  page record;
  balance integer;
BEGIN
  SELECT guid, owner_id, name, paid_until, unused_charge_id INTO page FROM pages WHERE guid = of_page;
  affordable := true;
  charged := false;
  charge := page.unused_charge_id;
  IF page.paid_until > now() THEN
    RETURN;
  END IF;
  IF charge IS NULL THEN
    -- The conditions stand in the UPDATE: after a wait for the row they are tested again.
    UPDATE users SET credits_balance = credits_balance - page_day_credits(), credits_spent = credits_spent + page_day_credits()
    WHERE id = page.owner_id AND credits_balance >= page_day_credits() AND is_active AND is_posting_active
    RETURNING credits_balance INTO balance;
    IF NOT FOUND THEN
      affordable := false;
      RETURN;
    END IF;
    INSERT INTO credit_transactions
      (user_id, transaction_type, amount, balance_after, description, page_guid, posting_id)
    VALUES (page.owner_id, 'spending', -page_day_credits(), balance,
      'Posting fee for ' || coalesce(nullif(page.name, ''), 'a page') || ', 24 hours', of_page, for_posting)
    RETURNING id INTO charge;
    charged := true;
  END IF;
  UPDATE pages SET paid_until = now() + interval '24 hours', unused_charge_id = charge,
    credits_charged = CASE WHEN charged THEN page_day_credits() ELSE credits_charged END
  WHERE guid = of_page;
END $$;

-- Gives a charge back; refund_of is unique, so never twice. Beyond the limit (decision 0003) the charge is used up instead, as by a
-- post: what the page posts until paid_until costs nothing more. The caller holds the page's row.
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
    WHERE page_guid = of_page AND after_submitting AND created_at > now() - interval '24 hours'
  ) >= 3 THEN
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
`;
