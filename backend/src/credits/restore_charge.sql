-- A doubt that turns out not to be live has used its charge up: it is unused again if nothing else went out since and it was not refunded.
-- The caller holds the page's row.
CREATE OR REPLACE FUNCTION restore_charge(of_page uuid, of_posting uuid) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  charge record;
BEGIN
  SELECT c.id, c.created_at INTO charge
  FROM page_postings p JOIN credit_transactions c ON c.id = p.charge_id WHERE p.id = of_posting;
  IF NOT went_out_since(of_page, of_posting, charge.created_at)
    AND NOT EXISTS (SELECT FROM credit_transactions WHERE refund_of = charge.id)
  THEN
    UPDATE pages SET unused_charge_id = charge.id WHERE guid = of_page AND unused_charge_id IS NULL;
  END IF;
  RETURN (SELECT unused_charge_id FROM pages WHERE guid = of_page);
END $$;
