-- charged: a fee was taken. affordable is false, and nothing has changed, if the credits do not suffice or the owner's switch went off.
-- The caller holds the page's row.
CREATE OR REPLACE FUNCTION pay_page_day(of_page uuid, for_posting uuid, OUT affordable boolean, OUT charged boolean)
LANGUAGE plpgsql AS $$
DECLARE
  owner uuid;
BEGIN
  SELECT owner_id, needs_fee(g, now()) INTO owner, charged FROM pages g WHERE guid = of_page;
  affordable := true;
  IF charged THEN
    -- The conditions are in the statement that locks, because after a wait for the row they are tested again.
    PERFORM FROM users
    WHERE id = owner AND credits_balance >= page_day_credits() AND is_active AND is_posting_active
    FOR NO KEY UPDATE;
    affordable := FOUND;
    charged := FOUND;
    IF affordable THEN
      PERFORM charge_pages(ARRAY[for_posting]);
    END IF;
  ELSE
    PERFORM renew_page_days(ARRAY[of_page]);
  END IF;
END $$;
