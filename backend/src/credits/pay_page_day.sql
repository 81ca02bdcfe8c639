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
    -- The conditions are in the UPDATE, because after a wait for the row they are tested again.
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
  UPDATE pages SET paid_until = now() + page_day(), unused_charge_id = charge,
    credits_charged = CASE WHEN charged THEN page_day_credits() ELSE credits_charged END
  WHERE guid = of_page;
END $$;
