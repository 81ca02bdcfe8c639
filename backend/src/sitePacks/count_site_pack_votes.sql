-- Owners whose pages have posted, or failed to post, with the pack while it was tried. How many are needed, and whether only established
-- ones count, is as of the last choice of pages (choose_site_pack_pages).
CREATE OR REPLACE FUNCTION count_site_pack_votes(of_version integer, OUT posted integer, OUT failed integer, OUT needed integer)
LANGUAGE sql STABLE AS $$
  SELECT count(DISTINCT g.owner_id) FILTER (WHERE t.outcome = 'posted')::integer,
    count(DISTINCT g.owner_id) FILTER (WHERE t.outcome = 'failed')::integer, max(s.owners_needed)
  FROM site_packs s
  LEFT JOIN (
    site_pack_tries t JOIN pages g ON g.guid = t.page_guid JOIN users u ON u.id = g.owner_id
  ) ON t.version = s.version AND t.outcome <> 'refused' AND (NOT s.only_established OR is_established(u))
  WHERE s.version = of_version
$$;
