CREATE OR REPLACE FUNCTION flyer_bytes_of(of_owner uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(byte_size), 0)::bigint FROM files WHERE owner_id = of_owner AND NOT is_screenshot
$$;
