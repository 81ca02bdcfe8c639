/**
 * Money of a page's day. `unused_charge_id` names the charge under which nothing has been posted yet. While it is set the
 * page is not charged again, even when the 24 hours ran out unused. The posting that holds it (`charge_id`) gives it back by
 * failing definitely; the first post under it uses it up. The caller of these functions holds the page's row.
 */
export const creditFunctions = `
-- Makes sure that the page has a day to post in. Answers the unused charge of it, or null; charged: a fee was taken.
-- affordable is false, and nothing has changed, when the credits do not suffice or the owner's switch went off.
CREATE FUNCTION pay_page_day(of_page uuid, for_posting uuid,
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
    UPDATE users SET credits_balance = credits_balance - 10, credits_spent = credits_spent + 10
    WHERE id = page.owner_id AND credits_balance >= 10 AND is_active AND is_posting_active
    RETURNING credits_balance INTO balance;
    IF NOT FOUND THEN
      affordable := false;
      RETURN;
    END IF;
    INSERT INTO credit_transactions
      (user_id, transaction_type, amount, balance_after, description, page_guid, posting_id)
    VALUES (page.owner_id, 'spending', -10, balance,
      'Posting fee for ' || coalesce(nullif(page.name, ''), 'a page') || ', 24 hours', of_page, for_posting)
    RETURNING id INTO charge;
    charged := true;
  END IF;
  UPDATE pages SET paid_until = now() + interval '24 hours', unused_charge_id = charge,
    credits_charged = CASE WHEN charged THEN 10 ELSE credits_charged END
  WHERE guid = of_page;
END $$;

-- Gives a charge back; refund_of is unique, so never twice.
CREATE FUNCTION refund_charge(of_page uuid, of_posting uuid, of_charge uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  page record;
  balance integer;
BEGIN
  SELECT owner_id, name INTO page FROM pages WHERE guid = of_page;
  UPDATE users SET credits_balance = credits_balance + 10, credits_spent = credits_spent - 10
  WHERE id = page.owner_id
  RETURNING credits_balance INTO balance;
  INSERT INTO credit_transactions
    (user_id, transaction_type, amount, balance_after, description, page_guid, posting_id, refund_of)
  VALUES (page.owner_id, 'refund', 10, balance,
    'Nothing was posted on ' || coalesce(nullif(page.name, ''), 'the page'), of_page, of_posting, of_charge);
  UPDATE pages SET paid_until = NULL, unused_charge_id = NULL WHERE guid = of_page;
END $$;
`;
