-- A charge under which nothing was posted is not repeated. The caller holds the rows of the pages, and has charged those that needed a fee.
CREATE OR REPLACE FUNCTION renew_page_days(of_pages uuid[]) RETURNS void LANGUAGE sql AS $$
  UPDATE pages SET paid_until = now() + page_day()
  WHERE guid = ANY (of_pages) AND coalesce(paid_until, '-infinity') <= now()
$$;
