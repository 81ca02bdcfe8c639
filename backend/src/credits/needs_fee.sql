-- Its 24 hours are over, and no charge is left under which nothing was posted.
CREATE OR REPLACE FUNCTION needs_fee(g pages, at timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT g.unused_charge_id IS NULL AND coalesce(g.paid_until, '-infinity') <= at
$$;
