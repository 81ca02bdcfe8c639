-- The page should not use the pack now. A page whose pack in use does not fit the site tries the others again soon, because the site
-- may have changed for it. A page that has taken the pack into use afterwards keeps it.
CREATE OR REPLACE FUNCTION keeps_from_pack(t site_pack_tries, page_health text, in_use integer, in_use_since timestamptz) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT t.outcome <> 'posted'
    AND t.at > now() - CASE
      WHEN page_health = 'site_changed' THEN interval '15 minutes'
      WHEN t.outcome = 'failed' THEN interval '30 days'
      ELSE interval '1 day' END
    AND (in_use IS DISTINCT FROM t.version OR in_use_since <= t.at)
$$;
