-- By guid, or by tag without case.
CREATE OR REPLACE FUNCTION targeted_pages(of_owner uuid, chosen uuid[], chosen_tags text[]) RETURNS SETOF pages LANGUAGE sql STABLE AS $$
  SELECT g.* FROM pages g
  WHERE g.owner_id = of_owner AND g.unlinked_at IS NULL AND (
    g.guid = ANY (chosen)
    OR EXISTS (
      SELECT FROM unnest(g.tags) tag
      WHERE folded_tag(tag) = ANY (ARRAY(SELECT folded_tag(target) FROM unnest(chosen_tags) target))))
$$;
