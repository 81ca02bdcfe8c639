-- Whether a claim of the page takes a fee: its 24 hours are over, and no charge is left under which nothing was posted.
CREATE OR REPLACE FUNCTION needs_fee(g pages) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT g.unused_charge_id IS NULL AND coalesce(g.paid_until, '-infinity') <= now()
$$;
