-- `claims` are sorted.
CREATE OR REPLACE FUNCTION fee_times(g pages, claims timestamptz[]) RETURNS SETOF timestamptz LANGUAGE plpgsql STABLE AS $$
DECLARE
  claim timestamptz;
BEGIN
  FOREACH claim IN ARRAY claims LOOP
    IF needs_fee(g, claim) THEN
      RETURN NEXT claim;
    END IF;
    -- A charge under which nothing was posted pays for 24 hours more.
    IF coalesce(g.paid_until, '-infinity') <= claim THEN
      g.paid_until := claim + page_day();
    END IF;
    g.unused_charge_id := NULL;
  END LOOP;
END $$;
