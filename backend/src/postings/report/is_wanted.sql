-- False once the page is unlinked, the assistant deleted or the owner deactivated.
CREATE OR REPLACE FUNCTION is_wanted(of_posting uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT g.unlinked_at IS NULL AND a.deleted_at IS NULL AND u.is_active
  FROM page_postings p
  JOIN pages g ON g.guid = p.page_guid
  JOIN users u ON u.id = p.owner_id
  JOIN assistants a ON a.id = p.assistant_id
  WHERE p.id = of_posting
$$;
