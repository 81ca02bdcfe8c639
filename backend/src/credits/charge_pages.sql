-- One change of each owner's balance, and one ledger entry for each page. The caller holds the rows of the pages and owners,
-- and has found that the pages need the fee and that the balances suffice.
CREATE OR REPLACE FUNCTION charge_pages(for_postings uuid[]) RETURNS void LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  WITH fee AS (
    SELECT g.guid, g.owner_id, g.name, p.id AS posting_id, u.credits_balance,
      row_number() OVER (PARTITION BY g.owner_id ORDER BY g.guid)::integer AS nth
    FROM page_postings p JOIN pages g ON g.guid = p.page_guid JOIN users u ON u.id = g.owner_id
    WHERE p.id = ANY (for_postings)
  ), balance AS (
    UPDATE users u SET credits_balance = u.credits_balance - page_day_credits() * o.fees,
      credits_spent = u.credits_spent + page_day_credits() * o.fees
    FROM (SELECT owner_id, count(*)::integer AS fees FROM fee GROUP BY owner_id) o
    WHERE u.id = o.owner_id
  ), entry AS (
    INSERT INTO credit_transactions
      (user_id, transaction_type, amount, balance_after, description, page_guid, posting_id)
    SELECT owner_id, 'spending', -page_day_credits(), credits_balance - page_day_credits() * nth,
      format('Posting fee for %s, %s hours', coalesce(nullif(name, ''), 'a page'), extract(hours FROM page_day())), guid, posting_id
    FROM fee ORDER BY owner_id, nth
    RETURNING id, page_guid
  )
  UPDATE pages g SET paid_until = now() + page_day(), unused_charge_id = e.id, credits_charged = page_day_credits()
  FROM entry e WHERE g.guid = e.page_guid;
END $$;
