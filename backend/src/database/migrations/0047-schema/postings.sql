CREATE TABLE page_postings (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  owner_id uuid NOT NULL REFERENCES users,
  assistant_id uuid NOT NULL REFERENCES assistants,
  task_id uuid NOT NULL REFERENCES tasks,
  page_guid uuid NOT NULL REFERENCES pages,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'posting', 'posted', 'completed', 'failed')),
  status_since timestamptz NOT NULL DEFAULT now(),
  queued_at timestamptz NOT NULL,
  sequence_order integer NOT NULL,
  is_duplicate boolean NOT NULL DEFAULT false,
  duplicate_of uuid,
  run_index integer NOT NULL,
  delay_hours integer NOT NULL,
  gap_hours integer NOT NULL,
  claim_token_hash bytea,
  claimed_at timestamptz,
  publish_at timestamptz,
  scheduled_for timestamptz,
  posted_at timestamptz,
  report text CHECK (report IN ('posted', 'failed')),
  external_post_id text,
  charge_id uuid,
  retry_count integer NOT NULL DEFAULT 0,
  expired_lease_count integer NOT NULL DEFAULT 0,
  error_message text,
  error_code text,
  picture_file_id uuid REFERENCES files,
  screenshot_error text,
  pending_ms bigint NOT NULL DEFAULT 0,
  posting_ms bigint NOT NULL DEFAULT 0,
  posted_ms bigint NOT NULL DEFAULT 0,
  failed_ms bigint NOT NULL DEFAULT 0,
  pending_visits integer NOT NULL DEFAULT 1,
  posting_visits integer NOT NULL DEFAULT 0,
  posted_visits integer NOT NULL DEFAULT 0,
  completed_visits integer NOT NULL DEFAULT 0,
  failed_visits integer NOT NULL DEFAULT 0,
  transitions_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Its task's archived_at IS NOT NULL, set by whoever archives: the first column of the orders of the admin's list.
  archived boolean NOT NULL DEFAULT false,
  -- From queued to its present status, so that no order depends on now().
  total_ms bigint NOT NULL DEFAULT 0,
  CONSTRAINT page_postings_check1 CHECK (is_duplicate = (duplicate_of IS NOT NULL))
) WITH (
  fillfactor = 80,
  -- An index can answer alone where VACUUM has been lately; by default it would wait until a fifth of all rows has changed.
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02,
  -- Every change of status makes an entry in several indexes, so vacuum must be done with them soon.
  autovacuum_vacuum_cost_limit = 2000
);

-- One partial index for each question, whose predicate only the queries imply that it is for (decision 0016).
-- The page's queue, in the order in which the claim reads it.
CREATE INDEX page_postings_line ON page_postings (page_guid, queued_at, sequence_order, is_duplicate, id) WHERE status = 'pending';
-- One original and one duplicate of a flyer on a page: nothing is queued twice.
CREATE UNIQUE INDEX page_postings_once ON page_postings (task_id, page_guid, is_duplicate);
-- Used with an assistant (the claim) and without one (a failure after a doubt): the page is the first column.
CREATE INDEX page_postings_published_of_page ON page_postings (page_guid, assistant_id) WHERE publish_at IS NOT NULL;
-- The posts of a page, by the time at which they went live.
CREATE INDEX page_postings_live_of_page ON page_postings (page_guid, greatest(posted_at, scheduled_for)) WHERE posted_at IS NOT NULL;
CREATE INDEX page_postings_unconfirmed_of_page ON page_postings (page_guid) WHERE error_code = 'unconfirmed';
-- pending, posting, posted: whether anything of an assistant is left to do.
CREATE INDEX page_postings_unfinished ON page_postings (assistant_id) WHERE left(status, 1) = 'p';
CREATE INDEX page_postings_of_picture ON page_postings (picture_file_id) WHERE picture_file_id IS NOT NULL;
-- For /metrics: the oldest pending postings first.
CREATE INDEX page_postings_pending_by_queued_at ON page_postings (queued_at) WHERE left(status, 2) = 'pe';
-- For the errors in task lists: the latest failed postings of a task.
CREATE INDEX page_postings_failed_of_task ON page_postings (task_id, status_since) WHERE left(status, 1) = 'f';
-- How many rows such a predicate means. Without it Postgres would expect 0.5 %, and sort all failures of a task for the latest.
CREATE STATISTICS page_postings_status_letter ON (left(status, 1)) FROM page_postings;

-- The orders of the admin's list (decision 0036).
-- Also the order of updated_at: its parts by status are merged.
CREATE INDEX page_postings_by_status ON page_postings (archived, status, updated_at, id);
-- With the status, for counts by day: queries say archived = ANY ('{false,true}').
CREATE INDEX page_postings_by_created_at ON page_postings (archived, created_at, id) INCLUDE (status);
-- Completed or failed:
CREATE INDEX page_postings_by_pending_ms ON page_postings (archived, pending_ms, id) WHERE NOT starts_with(status, 'p');
CREATE INDEX page_postings_by_posting_ms ON page_postings (archived, posting_ms, id) WHERE NOT starts_with(status, 'p');
CREATE INDEX page_postings_by_posted_ms ON page_postings (archived, posted_ms, id) WHERE NOT starts_with(status, 'p');
CREATE INDEX page_postings_by_failed_ms ON page_postings (archived, failed_ms, id) WHERE NOT starts_with(status, 'p');
CREATE INDEX page_postings_by_total_ms ON page_postings (archived, total_ms, id) WHERE NOT starts_with(status, 'p');
CREATE INDEX page_postings_by_retry_count ON page_postings (archived, retry_count, id) WHERE NOT starts_with(status, 'p');
-- Begun and not ended. These are few, and sorted when they are read.
CREATE INDEX page_postings_begun ON page_postings (archived) WHERE starts_with(status, 'p') AND transitions_count > 0;
-- Never claimed. All durations and retries are 0.
CREATE INDEX page_postings_fresh_by_total_ms ON page_postings (archived, total_ms, id)
  WHERE starts_with(status, 'p') AND transitions_count = 0;
CREATE INDEX page_postings_fresh_by_retry_count ON page_postings (archived, retry_count, id)
  WHERE starts_with(status, 'p') AND transitions_count = 0;
CREATE INDEX page_postings_unconfirmed ON page_postings (archived, updated_at, id)
  WHERE status = 'failed' AND starts_with(error_code, 'unconfirmed');
-- Parts of texts. Only of columns that seldom change: a trigram index costs much at each new version of a row.
CREATE INDEX page_postings_by_error ON page_postings USING gin (error_message gin_trgm_ops) WHERE error_message IS NOT NULL;
CREATE INDEX page_postings_duplicates ON page_postings (status) WHERE is_duplicate;

-- The claim of a page: at most one, whatever the code believes.
-- Leases change in this narrow table; no index holds a column that a lease changes, so that these are HOT updates.
CREATE TABLE in_flight (
  page_guid uuid PRIMARY KEY,
  posting_id uuid NOT NULL UNIQUE REFERENCES page_postings,
  owner_id uuid NOT NULL,
  -- Null where the device is not known: then the claim is never handed out again.
  device_id uuid,
  claim_token_hash bytea NOT NULL,
  -- How often it was handed out to the same device, because the answer to its poll was lost.
  handouts integer NOT NULL DEFAULT 1,
  claimed_at timestamptz NOT NULL DEFAULT now(),
  lease_expires_at timestamptz NOT NULL,
  submitting_at timestamptz
) WITH (fillfactor = 50);
CREATE INDEX in_flight_of_owner ON in_flight (owner_id, claimed_at);

CREATE TABLE posting_transitions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  posting_id uuid NOT NULL REFERENCES page_postings,
  from_status text NOT NULL,
  to_status text NOT NULL,
  duration_ms bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX posting_transitions_of_posting ON posting_transitions (posting_id);

-- Posts whose screenshot is still to be made. Workers take them from here. No index holds try_after, so that taking one is a
-- HOT update.
CREATE TABLE pending_screenshots (
  posting_id uuid PRIMARY KEY REFERENCES page_postings,
  tries integer NOT NULL DEFAULT 0,
  -- When it may be tried next; while a worker makes it, when that worker is given up.
  try_after timestamptz NOT NULL DEFAULT now(),
  owner_id uuid NOT NULL,
  -- Smaller ones are made first. Null until a worker gives it a turn. Owners take turns: the screenshots of one who has many
  -- waiting do not hold up those of others.
  turn bigint,
  -- The worker sees the preview by this token, also when nobody else may see it any more.
  preview_token uuid NOT NULL DEFAULT gen_random_uuid()
) WITH (fillfactor = 70);
CREATE INDEX pending_screenshots_by_turn ON pending_screenshots (turn);
CREATE INDEX pending_screenshots_of_owner ON pending_screenshots (owner_id, turn);

-- Posts that devices saw in the feeds of their pages (decision 0034).
CREATE TABLE live_posts (
  posting_id uuid PRIMARY KEY REFERENCES page_postings,
  page_guid uuid NOT NULL,
  external_post_id text NOT NULL,
  path text NOT NULL,
  checked_at timestamptz NOT NULL DEFAULT now(),
  -- Since when the post is not on the page any more.
  gone_at timestamptz,
  -- One post is never the proof of two postings.
  UNIQUE (page_guid, external_post_id)
);
