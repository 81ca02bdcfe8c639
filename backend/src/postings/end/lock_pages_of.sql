-- In the order of locks (docs/concurrency.md).
CREATE OR REPLACE FUNCTION lock_pages_of(ids uuid[]) RETURNS void LANGUAGE sql AS $$
  SELECT FROM pages WHERE guid IN (SELECT page_guid FROM page_postings WHERE id = ANY (ids))
  ORDER BY guid FOR NO KEY UPDATE
$$;
