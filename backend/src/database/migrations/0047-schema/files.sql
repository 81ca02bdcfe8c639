CREATE TABLE blobs (
  key text PRIMARY KEY,
  content_type text NOT NULL,
  bytes bytea NOT NULL
);
-- Pictures are compressed already.
ALTER TABLE blobs ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- Originals whose last file may be gone; files/deleteUnusedBlobs.ts deletes them from the store.
CREATE TABLE unused_blobs (
  key text PRIMARY KEY,
  delete_after timestamptz NOT NULL
);
CREATE INDEX unused_blobs_due ON unused_blobs (delete_after);

CREATE TABLE files (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  owner_id uuid NOT NULL REFERENCES users,
  sha256 text NOT NULL,
  content_type text NOT NULL,
  byte_size integer NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Tells screenshots from flyers without a join: flyers are kept, and their number must not slow the search for old screenshots.
  is_screenshot boolean NOT NULL DEFAULT false,
  -- False for what was stored as it was sent: a job takes out the metadata, and then nothing is left in the index below.
  is_stripped boolean NOT NULL DEFAULT true
);
-- For the sum of a user's flyers (flyer_bytes_of), without reading the table.
CREATE INDEX files_flyers_of_owner ON files (owner_id) INCLUDE (byte_size) WHERE NOT is_screenshot;
CREATE INDEX files_screenshots_by_age ON files (created_at) WHERE is_screenshot;
-- Whether another file has the same bytes.
CREATE INDEX files_by_sha256 ON files (sha256);
CREATE INDEX files_to_strip ON files (sha256) WHERE NOT is_stripped;
