-- Whichever code deletes a file.
CREATE OR REPLACE FUNCTION list_unused_blobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unused_blobs (key, delete_after)
  SELECT DISTINCT 'original/' || sha256, now() + interval '1 hour' FROM gone ORDER BY 1
  ON CONFLICT (key) DO UPDATE SET delete_after = excluded.delete_after;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER files_deleted AFTER DELETE ON files REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION list_unused_blobs();
