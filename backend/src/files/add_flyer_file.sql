-- Null beyond the quota. Uploads of one owner take turns, so that two cannot both use the last space. The lock is taken before any other,
-- because uploads then lock an assistant.
CREATE OR REPLACE FUNCTION add_flyer_file(of_owner uuid, its_sha256 text, its_type text, bytes integer, its_width integer,
  its_height integer, quota_bytes bigint) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  file_id uuid;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(of_owner::text, 5));
  INSERT INTO files (owner_id, sha256, content_type, byte_size, width, height)
  SELECT of_owner, its_sha256, its_type, bytes, its_width, its_height
  WHERE flyer_bytes_of(of_owner) + bytes <= quota_bytes
  RETURNING id INTO file_id;
  RETURN file_id;
END $$;
