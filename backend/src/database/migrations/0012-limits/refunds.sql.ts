/**
 * Replaces functions of migration 0007: the fee of a posting that failed after `submitting` comes back at most 3 times for a
 * page in 24 hours (decision 0003). Who calls them holds the page's row, so the count can not change meanwhile.
 */
export const refundFunctions = `
-- Which refunds the limit counts.
ALTER TABLE credit_transactions ADD COLUMN after_submitting boolean NOT NULL DEFAULT false;
CREATE INDEX credit_transactions_after_submitting ON credit_transactions (page_guid, created_at) WHERE after_submitting;
-- When a fee stayed because of the limit: the page says so for a day.
ALTER TABLE pages ADD COLUMN fee_kept_at timestamptz;

DROP FUNCTION refund_charge(uuid, uuid, uuid);
-- Gives a charge back; refund_of is unique, so never twice. Beyond the limit the charge is used up instead, as by a post:
-- what the page posts until paid_until costs nothing more.
CREATE FUNCTION refund_charge(of_page uuid, of_posting uuid, of_charge uuid, is_after_submitting boolean DEFAULT false)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  page record;
  balance integer;
BEGIN
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

-- what: 'posted' or 'failed', a definite failure. Moves the posting unless the claim is over, or was reported already.
-- Answers the posting as it stood before; device_known and posting_known say what the device could not know.
CREATE OR REPLACE FUNCTION report_claim(device_secret_hash bytea, of_posting uuid, token_hash bytea, what text,
  external_id text, said_posted_at timestamptz, message text, code text,
  OUT device_known boolean, OUT posting_known boolean, OUT token_fits boolean, OUT status text, OUT report text,
  OUT moved boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  of_page uuid;
  posting page_postings;
  unused_charge uuid;
  flight in_flight;
BEGIN
  SELECT page_guid INTO of_page FROM devices WHERE secret_hash = device_secret_hash;
  SELECT unused_charge_id INTO unused_charge FROM pages WHERE guid = of_page FOR NO KEY UPDATE;
  -- submitting changes this row without holding the page: it either came before, or finds no claim any more.
  SELECT * INTO flight FROM in_flight f WHERE f.page_guid = of_page AND f.posting_id = of_posting FOR UPDATE;
  SELECT * INTO posting FROM page_postings p WHERE p.id = of_posting AND p.page_guid = of_page;
  device_known := of_page IS NOT NULL;
  posting_known := posting.id IS NOT NULL;
  token_fits := coalesce(token_hash = coalesce(flight.claim_token_hash, posting.claim_token_hash), false);
  status := posting.status;
  report := posting.report;
  -- A claim that is still held may be reported; one given up as unconfirmed too: its device knows better than our clock.
  moved := token_fits AND posting.report IS NULL
    AND (posting.status = 'posting' OR (posting.status = 'failed' AND posting.error_code = 'unconfirmed'));
  IF NOT moved THEN
    RETURN;
  END IF;

  IF what = 'posted' THEN
    UPDATE pages SET unused_charge_id = NULL WHERE guid = of_page AND unused_charge_id = posting.charge_id;
    UPDATE page_postings p
    SET status = 'posted', report = 'posted', claim_token_hash = token_hash, external_post_id = external_id,
      posted_at = least(coalesce(said_posted_at, now()), now()), lease_losses = 0, error_message = NULL, error_code = NULL
    WHERE p.id = of_posting;
    INSERT INTO pending_screenshots (posting_id) VALUES (of_posting);
    RETURN;
  END IF;

  -- After an unconfirmed verdict, which used the charge up, it is refundable again if nothing else went out since.
  IF posting.status = 'failed' AND unused_charge IS NULL
    AND NOT went_out_since(of_page, of_posting, (SELECT created_at FROM credit_transactions WHERE id = posting.charge_id))
    AND NOT EXISTS (SELECT FROM credit_transactions WHERE refund_of = posting.charge_id)
  THEN
    unused_charge := posting.charge_id;
  END IF;
  -- Not while another posting is in flight on the page: that one goes out under the same charge and decides.
  IF posting.charge_id = unused_charge
    AND NOT EXISTS (SELECT FROM in_flight f WHERE f.page_guid = of_page AND f.posting_id <> of_posting)
  THEN
    PERFORM refund_charge(of_page, of_posting, posting.charge_id,
      posting.status = 'failed' OR flight.submitting_at IS NOT NULL);
  END IF;
  UPDATE page_postings p
  SET status = 'failed', report = 'failed', claim_token_hash = token_hash, error_message = message, error_code = code,
    updated_at = now()
  WHERE p.id = of_posting;
END $$;
`;
