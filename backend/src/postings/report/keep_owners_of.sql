-- A deactivation and a deletion lock these rows FOR UPDATE, and wait. Changes of balances and pauses go on.
CREATE OR REPLACE FUNCTION keep_owners_of(of_postings uuid[]) RETURNS void LANGUAGE sql AS $$
  SELECT FROM page_postings p JOIN users u ON u.id = p.owner_id JOIN assistants a ON a.id = p.assistant_id
  WHERE p.id = ANY (of_postings)
  ORDER BY u.id, a.id FOR KEY SHARE OF u, a
$$;
