import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A quota for flyers, and the deletion of what nothing refers to any more (decision 0021). */
export class FlyerFiles1763700000011 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
-- For the sum below, without reading the table.
CREATE INDEX files_flyers_of_owner ON files (owner_id) INCLUDE (byte_size) WHERE NOT is_screenshot;
DROP INDEX files_of_owner;

CREATE FUNCTION flyer_bytes_of(of_owner uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(byte_size), 0)::bigint FROM files WHERE owner_id = of_owner AND NOT is_screenshot
$$;

-- Null when the owner's flyers would exceed the quota. Uploads of one owner take turns until their transactions end, so that two
-- at once cannot both use the last space. The lock is taken before any other of the transaction: uploads then lock an assistant.
CREATE FUNCTION add_flyer_file(of_owner uuid, its_sha256 text, its_type text, bytes integer, its_width integer,
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

-- Whichever code deletes a file: its bytes may be unused from now on.
CREATE FUNCTION list_unused_blobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unused_blobs (key, delete_after)
  SELECT DISTINCT 'original/' || sha256, now() + interval '1 hour' FROM gone ORDER BY 1
  ON CONFLICT (key) DO UPDATE SET delete_after = excluded.delete_after;
  RETURN NULL;
END $$;
CREATE TRIGGER files_deleted AFTER DELETE ON files REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION list_unused_blobs();

-- What uploads left that were given up, and flyers that were removed, before there was the trigger.
INSERT INTO unused_blobs (key, delete_after)
SELECT DISTINCT 'original/' || split_part(b.key, '/', 2), now() + interval '1 hour' FROM blobs b
WHERE NOT EXISTS (SELECT FROM files f WHERE f.sha256 = split_part(b.key, '/', 2))
ON CONFLICT (key) DO NOTHING;

-- Set once the flyers' files of a deleted assistant are deleted, which has to wait for what is in flight.
ALTER TABLE assistants ADD COLUMN flyers_deleted boolean NOT NULL DEFAULT false;
CREATE INDEX assistants_with_flyers_to_delete ON assistants (deleted_at) WHERE deleted_at IS NOT NULL AND NOT flyers_deleted;

-- False for what was stored as it was sent: a job takes out the metadata, and then nothing is left in the index.
ALTER TABLE files ADD COLUMN is_stripped boolean NOT NULL DEFAULT false;
ALTER TABLE files ALTER COLUMN is_stripped SET DEFAULT true;
UPDATE files SET is_stripped = true WHERE is_screenshot;
CREATE INDEX files_to_strip ON files (sha256) WHERE NOT is_stripped;
`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
ALTER TABLE files DROP COLUMN is_stripped;
ALTER TABLE assistants DROP COLUMN flyers_deleted;
DROP TRIGGER files_deleted ON files;
DROP FUNCTION list_unused_blobs, add_flyer_file, flyer_bytes_of;
CREATE INDEX files_of_owner ON files (owner_id);
DROP INDEX files_flyers_of_owner;
`);
  }
}
