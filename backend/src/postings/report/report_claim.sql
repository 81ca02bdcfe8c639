-- what: 'posted' or 'failed', a definite failure. Returns the posting as it was before; it stays if the claim is over or was reported already.
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
BEGIN
  SELECT page_guid INTO of_page FROM devices WHERE secret_hash = device_secret_hash;
  SELECT unused_charge_id INTO unused_charge FROM pages WHERE guid = of_page FOR NO KEY UPDATE;
  SELECT * INTO posting FROM page_postings p WHERE p.id = of_posting AND p.page_guid = of_page;
  device_known := of_page IS NOT NULL;
  posting_known := posting.id IS NOT NULL;
  token_fits := coalesce(token_hash = coalesce(
    (SELECT claim_token_hash FROM in_flight WHERE posting_id = posting.id), posting.claim_token_hash), false);
  status := posting.status;
  report := posting.report;
  -- A claim that is still held may be reported. So may one that is unconfirmed, because the device knows whether it has posted.
  moved := token_fits AND posting.report IS NULL
    AND (posting.status = 'posting' OR (posting.status = 'failed' AND posting.error_code = 'unconfirmed'));
  IF NOT moved THEN
    RETURN;
  END IF;

  IF what = 'posted' THEN
    PERFORM mark_posted(ARRAY[of_posting], ARRAY[token_hash], ARRAY[external_id], ARRAY[said_posted_at]);
    RETURN;
  END IF;

  IF posting.status = 'failed' THEN
    unused_charge := restore_charge(of_page, of_posting);
  END IF;
  -- Not while another posting is in flight on the page: that one goes out under the same charge and decides.
  IF posting.charge_id = unused_charge
    AND NOT EXISTS (SELECT FROM in_flight f WHERE f.page_guid = of_page AND f.posting_id <> of_posting)
  THEN
    PERFORM refund_charge(of_page, of_posting, posting.charge_id);
  END IF;
  UPDATE page_postings p
  SET status = 'failed', report = 'failed', claim_token_hash = token_hash, error_message = message, error_code = code,
    updated_at = now()
  WHERE p.id = of_posting;
END $$;
