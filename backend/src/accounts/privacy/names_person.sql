-- Also a page or an assistant of the person. Shorter texts name nobody.
CREATE OR REPLACE FUNCTION names_person(searched text, erasure erasures) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT position(erasure.telegram_id IN searched) > 0
    OR (length(trim(searched)) >= 3 AND position(lower(trim(searched)) IN erasure.names) > 0)
$$;
