import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Screenshots are deleted by age, and their bytes once no file needs them (decision 0013). */
export class ScreenshotRetention1763700000008 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
-- Tells screenshots from flyers without a join: flyers are kept, and their number must not slow the search for old screenshots.
ALTER TABLE files ADD COLUMN is_screenshot boolean NOT NULL DEFAULT false;
UPDATE files f SET is_screenshot = true WHERE EXISTS (SELECT FROM page_postings p WHERE p.picture_file_id = f.id);
CREATE INDEX files_screenshots_by_age ON files (created_at) WHERE is_screenshot;
-- Does another file have the same bytes?
CREATE INDEX files_by_sha256 ON files (sha256);

-- A file is a screenshot from the moment a posting refers to it, whichever code stored it.
CREATE FUNCTION mark_screenshot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE files SET is_screenshot = true WHERE id = NEW.picture_file_id AND NOT is_screenshot;
  RETURN NULL;
END $$;
CREATE TRIGGER page_postings_got_screenshot AFTER UPDATE OF picture_file_id ON page_postings
  FOR EACH ROW WHEN (NEW.picture_file_id IS NOT NULL AND NEW.picture_file_id IS DISTINCT FROM OLD.picture_file_id)
  EXECUTE FUNCTION mark_screenshot();

-- Originals whose last file may be gone; files/deleteUnusedBlobs.ts deletes them from the store.
CREATE TABLE unused_blobs (
  key text PRIMARY KEY,
  delete_after timestamptz NOT NULL
);
CREATE INDEX unused_blobs_due ON unused_blobs (delete_after);
`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
DROP TABLE unused_blobs;
DROP TRIGGER page_postings_got_screenshot ON page_postings;
DROP FUNCTION mark_screenshot;
DROP INDEX files_by_sha256;
ALTER TABLE files DROP COLUMN is_screenshot;
`);
  }
}
