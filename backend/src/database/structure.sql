-- The whole schema, with which databases are created (decision 0056). Functions and their triggers are in the files of the areas.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  telegram_id text NOT NULL UNIQUE,
  username text NOT NULL,
  first_name text NOT NULL DEFAULT '',
  last_name text NOT NULL DEFAULT '',
  is_active boolean NOT NULL DEFAULT true,
  is_admin boolean NOT NULL DEFAULT false,
  is_posting_active boolean NOT NULL DEFAULT false,
  posting_switched_at timestamptz,
  credits_balance integer NOT NULL DEFAULT 0 CHECK (credits_balance >= 0),
  credits_purchased integer NOT NULL DEFAULT 0 CHECK (credits_purchased >= 0),
  credits_spent integer NOT NULL DEFAULT 0 CHECK (credits_spent >= 0),
  last_login_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Makes somebody an admin once: whom an admin demotes afterwards stays demoted.
  admin_by_setting boolean NOT NULL DEFAULT false,
  language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'ru')),
  erased_at timestamptz,
  -- Nothing is told in the quiet hours, and with digest_at only once a day (bot/alerts/may_tell.sql).
  quiet_from time,
  quiet_until time,
  digest_at time,
  -- The bot may not write to the person: the last message was refused, or Telegram said so at the sign-in.
  messages_refused_at timestamptz,
  bot_time_zone text NOT NULL DEFAULT 'UTC' CHECK (bot_time_zone ~ '^(UTC|[A-Za-z_]+/[A-Za-z0-9_+/-]+)$'
    AND timestamptz '2000-06-01 00:00:00Z' AT TIME ZONE bot_time_zone > '2000-01-01'),
  CHECK (num_nulls(quiet_from, quiet_until) IN (0, 2)),
  -- An erased user has no rights, whatever else changes the row.
  CONSTRAINT users_erased CHECK (erased_at IS NULL OR NOT (is_active OR is_admin OR is_posting_active))
-- A charge changes the balance: with room in the page it is a HOT update, and no index of this table has the balance.
) WITH (fillfactor = 80);
CREATE INDEX users_by_text ON users
  USING gin ((telegram_id || E'\n' || username || E'\n' || first_name || ' ' || last_name) gin_trgm_ops);
CREATE INDEX users_by_age ON users (created_at, id);
CREATE INDEX users_deactivated ON users (id) WHERE NOT is_active;
CREATE INDEX users_posting ON users (id) WHERE is_posting_active;

CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  browser text NOT NULL DEFAULT '',
  last_used_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz
);
CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- The row is deleted when the proof has expired anyway.
CREATE TABLE used_proofs (
  proof_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);

-- Once an erasure is finished, only the hash and the time are left.
CREATE TABLE erasures (
  -- With a key that is not in the database, so that a later sign-in gets no second welcome bonus.
  telegram_id_hash bytea NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  user_id uuid UNIQUE REFERENCES users,
  telegram_id text,
  -- The names of the person, their pages and assistants, to find them in the audit events of exports.
  names text
);
CREATE INDEX erasures_telegram_id_hash ON erasures (telegram_id_hash);

CREATE TABLE problem_reports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users,
  sentence text NOT NULL CHECK (sentence ~ '\S'),
  build_id text NOT NULL,
  request_ids text[] NOT NULL,
  -- Only the newest part of the log was sent.
  is_cut boolean NOT NULL,
  -- JSON as it was sent: jsonb would change the order of keys, which is part of the replayed state.
  log text NOT NULL CHECK (octet_length(log) <= 2097152),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX problem_reports_by_time ON problem_reports (created_at, id);
CREATE INDEX problem_reports_of_user ON problem_reports (user_id);

CREATE TABLE listed_words (
  owner_id uuid PRIMARY KEY REFERENCES users,
  words text[] NOT NULL CHECK (cardinality(words) <= 100)
);

CREATE TABLE blobs (
  key text PRIMARY KEY,
  content_type text NOT NULL,
  bytes bytea NOT NULL
);
-- Pictures are compressed already.
ALTER TABLE blobs ALTER COLUMN bytes SET STORAGE EXTERNAL;

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
  -- The bot has sent the screenshot: a later delivery sends only the new ones.
  is_delivered boolean NOT NULL DEFAULT false
);
-- For the sum of a user's flyers (flyer_bytes_of), without reading the table.
CREATE INDEX files_flyers_of_owner ON files (owner_id) INCLUDE (byte_size) WHERE NOT is_screenshot;
CREATE INDEX files_screenshots_by_age ON files (created_at) WHERE is_screenshot;
CREATE INDEX files_by_sha256 ON files (sha256);

CREATE TABLE runners (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  secret_hash bytea NOT NULL UNIQUE,
  code_hash bytea UNIQUE,
  code_expires_at timestamptz NOT NULL,
  owner_id uuid REFERENCES users,
  host_name text NOT NULL,
  version text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  paired_at timestamptz,
  last_contact_at timestamptz,
  ended_at timestamptz,
  CHECK (num_nulls(owner_id, paired_at) IN (0, 2)),
  CHECK (owner_id IS NULL OR code_hash IS NULL)
);
CREATE INDEX runners_of_owner ON runners (owner_id) WHERE owner_id IS NOT NULL;

CREATE TABLE pages (
  guid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  owner_id uuid NOT NULL REFERENCES users,
  creator_id text NOT NULL,
  name text NOT NULL DEFAULT '',
  username text NOT NULL DEFAULT '',
  avatar_url text,
  tags text[] NOT NULL DEFAULT '{}',
  linked_at timestamptz NOT NULL DEFAULT now(),
  unlinked_at timestamptz,
  last_polled_at timestamptz,
  -- A device may poll only so often per second. Its polls are counted in the poll's own statement.
  poll_window_started_at timestamptz NOT NULL DEFAULT '-infinity',
  polls_counted integer NOT NULL DEFAULT 0,
  health text NOT NULL DEFAULT 'ok',
  extension_version text,
  time_zone text NOT NULL DEFAULT 'UTC',
  home_count integer NOT NULL DEFAULT 0,
  notifications_count integer NOT NULL DEFAULT 0,
  messages_count integer NOT NULL DEFAULT 0,
  paid_until timestamptz,
  credits_charged integer NOT NULL DEFAULT 0,
  unused_charge_id uuid,
  -- The page says so for a day.
  fee_kept_at timestamptz,
  -- By its last poll. Null while it uses none.
  site_pack_version integer,
  -- A pack that does not find these elements, the one in use or a newer one.
  unfit_pack integer,
  missing text[],
  max_posts_in_24_hours integer CHECK (max_posts_in_24_hours BETWEEN 1 AND 1000),
  min_gap_minutes integer CHECK (min_gap_minutes BETWEEN 1 AND 10080),
  posting_hours_from time CHECK (posting_hours_from = date_trunc('minute', posting_hours_from::interval)::time),
  posting_hours_until time CHECK (posting_hours_until = date_trunc('minute', posting_hours_until::interval)::time),
  -- Postgres would read other names as abbreviations or as POSIX zones.
  posting_hours_zone text CHECK (posting_hours_zone ~ '^(UTC|[A-Za-z_]+/[A-Za-z0-9_+/-]+)$'
    AND timestamptz '2000-06-01 00:00:00Z' AT TIME ZONE posting_hours_zone > '2000-01-01'),
  -- Since the last refused claim: the time at which the page may post again.
  limited_until timestamptz,
  -- How many refusals of this kind came in a row.
  refusal_kind text CHECK (refusal_kind IN ('rate_limited', 'content', 'logged_out', 'broken')),
  refusals smallint NOT NULL DEFAULT 0,
  refused_at timestamptz,
  -- The page gets no posting before this time.
  paused_until timestamptz,
  -- Without a scheduler a posting is handed out when it is due.
  has_scheduler boolean NOT NULL DEFAULT true,
  -- Without a scheduler, and while nothing else is due: when the page's next posting is.
  next_due_at timestamptz,
  -- It stays when the runner is ended, so that the page can say so.
  runner_id uuid REFERENCES runners,
  is_awake boolean NOT NULL DEFAULT false,
  -- Nobody can block another by claiming a creator page first.
  UNIQUE (owner_id, creator_id),
  CONSTRAINT pages_health_check CHECK (health IN ('ok', 'logged_out', 'wrong_account', 'no_tab', 'site_failing', 'site_changed', 'no_site_pack')),
  CONSTRAINT pages_posting_hours CHECK (
    num_nulls(posting_hours_from, posting_hours_until, posting_hours_zone) IN (0, 3)
    AND posting_hours_from <> posting_hours_until AND greatest(posting_hours_from, posting_hours_until) < '24:00'
  )
)
-- All connected pages are marked at once, each minute: their new versions have room in the same blocks, so indexes need no entries.
WITH (fillfactor = 50);
CREATE INDEX pages_by_text ON pages
  USING gin ((name || E'\n' || username || E'\n' || creator_id || E'\n' || guid::text) gin_trgm_ops);
CREATE INDEX pages_linked ON pages (owner_id, guid) WHERE unlinked_at IS NULL;
CREATE INDEX pages_unfit ON pages (unfit_pack) WHERE unfit_pack IS NOT NULL;
CREATE INDEX pages_of_runner ON pages (runner_id) WHERE runner_id IS NOT NULL;

CREATE TABLE devices (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  secret_hash bytea NOT NULL UNIQUE,
  linking_token_hash bytea NOT NULL UNIQUE,
  token_expires_at timestamptz NOT NULL,
  requested_page jsonb NOT NULL,
  extension_version text NOT NULL,
  page_guid uuid REFERENCES pages,
  bound_at timestamptz,
  voided_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  browser text NOT NULL DEFAULT '',
  void_reason text CHECK (void_reason IN ('replaced', 'unlinked', 'runner_ended'))
);
-- One living device for each page: relinking voids the older one first.
CREATE UNIQUE INDEX devices_one_living_a_page ON devices (page_guid) WHERE page_guid IS NOT NULL AND voided_at IS NULL;

-- Avatars of pages, encoded again as small WebPs, so that no browser loads what a page's address returns.
CREATE TABLE page_avatars (
  page_guid uuid PRIMARY KEY REFERENCES pages,
  source_url text NOT NULL,
  image bytea,
  tried_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE presets (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  owner_id uuid NOT NULL REFERENCES users,
  name text NOT NULL CHECK (name ~ '\S'),
  rules jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX presets_of_owner ON presets (owner_id);

CREATE TABLE assistants (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  owner_id uuid NOT NULL REFERENCES users,
  name text NOT NULL DEFAULT '',
  posting_rules jsonb NOT NULL,
  reset_after_posts_list integer[] NOT NULL DEFAULT '{}',
  screenshot_as_file boolean NOT NULL DEFAULT false,
  preset_id uuid REFERENCES presets ON DELETE SET NULL,
  -- queueing: its postings are still being added. As a pause, it prevents that anything of the assistant is claimed.
  pause_reason text CHECK (pause_reason IN ('user', 'insufficient_credits', 'queueing')),
  queued_at timestamptz,
  -- The chosen time from which the delays count; null: from the first claim, which is started_at.
  starts_at timestamptz,
  started_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  flyers_deleted boolean NOT NULL DEFAULT false,
  -- copy_key is the Idempotency-Key of the call.
  copy_of uuid REFERENCES assistants,
  copy_key text,
  -- A copy that a repeat made. Once it has finished it makes room for a further assistant (decision 0068).
  of_repeat boolean NOT NULL DEFAULT false,
  -- The hash of the file of which it was made.
  sheet_key text,
  screenshots_requested_at timestamptz
);
CREATE INDEX assistants_of_owner ON assistants (owner_id, created_at) WHERE deleted_at IS NULL;
CREATE INDEX assistants_ever_of_owner ON assistants (owner_id, created_at);
CREATE INDEX assistants_on_preset ON assistants (preset_id);
CREATE INDEX assistants_of_preset ON assistants (preset_id) WHERE preset_id IS NOT NULL;
CREATE INDEX assistants_by_text ON assistants USING gin (name gin_trgm_ops);
CREATE INDEX assistants_with_flyers_to_delete ON assistants (deleted_at) WHERE deleted_at IS NOT NULL AND NOT flyers_deleted;
CREATE UNIQUE INDEX assistants_copied_once ON assistants (copy_of, copy_key) WHERE copy_key IS NOT NULL;

-- Decision 0047.
CREATE TABLE repeats (
  assistant_id uuid PRIMARY KEY REFERENCES assistants,
  every_days integer CHECK (every_days BETWEEN 1 AND 365),
  weekdays integer[] NOT NULL DEFAULT '{}' CHECK (weekdays <@ '{1,2,3,4,5,6,7}'),
  local_time text NOT NULL CHECK (local_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  time_zone text NOT NULL,
  starts_on date NOT NULL,
  ends_on date,
  max_runs integer CHECK (max_runs > 0),
  runs integer NOT NULL DEFAULT 0 CHECK (runs >= 0),
  paused_at timestamptz,
  next_at timestamptz,
  CHECK ((every_days IS NULL) = (weekdays <> '{}')),
  CHECK (runs <= max_runs)
);

CREATE TABLE repeat_runs (
  repeat_id uuid NOT NULL REFERENCES repeats ON DELETE CASCADE,
  planned_at timestamptz NOT NULL,
  ran_at timestamptz NOT NULL DEFAULT now(),
  copy_id uuid REFERENCES assistants,
  problem text,
  CHECK ((copy_id IS NULL) = (problem IS NOT NULL)),
  -- A planned time runs once.
  PRIMARY KEY (repeat_id, planned_at)
);

-- Decision 0049. The rules may change meanwhile, so what they were is stored.
CREATE TABLE queueings (
  assistant_id uuid PRIMARY KEY REFERENCES assistants,
  page_guids uuid[] NOT NULL,
  flyers json NOT NULL,
  gap_hours integer NOT NULL,
  duplicate_hours integer NOT NULL,
  postings_per_page integer NOT NULL CHECK (postings_per_page > 0),
  -- The first pages of the list have all their postings.
  pages_done integer NOT NULL DEFAULT 0
);

CREATE TABLE tasks (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  owner_id uuid NOT NULL REFERENCES users,
  assistant_id uuid NOT NULL REFERENCES assistants,
  sequence_order integer NOT NULL CHECK (sequence_order >= 0),
  description text NOT NULL DEFAULT '',
  file_id uuid REFERENCES files,
  archived_at timestamptz,
  pending_count integer NOT NULL DEFAULT 0 CHECK (pending_count >= 0),
  posting_count integer NOT NULL DEFAULT 0 CHECK (posting_count >= 0),
  posted_count integer NOT NULL DEFAULT 0 CHECK (posted_count >= 0),
  completed_count integer NOT NULL DEFAULT 0 CHECK (completed_count >= 0),
  failed_count integer NOT NULL DEFAULT 0 CHECK (failed_count >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  stored_status text NOT NULL GENERATED ALWAYS AS (
    CASE WHEN archived_at IS NOT NULL THEN 'archived'
      ELSE status_by_counts(pending_count, posting_count, posted_count, completed_count, failed_count) END
  ) STORED
) WITH (fillfactor = 80);
CREATE INDEX tasks_of_assistant ON tasks (assistant_id, sequence_order);
CREATE INDEX tasks_of_owner ON tasks (owner_id, stored_status);
CREATE INDEX tasks_of_file ON tasks (file_id);
CREATE INDEX tasks_by_text ON tasks USING gin (description gin_trgm_ops);

-- The first task without a claimed posting; none while the assistant is paused, posting is off or the account is deactivated.
-- Reads no postings (decision 0018). owner_id is in DISTINCT ON, so that Postgres applies a condition on it to the tables.
CREATE VIEW next_tasks AS
  SELECT DISTINCT ON (t.owner_id, t.assistant_id) t.owner_id, t.assistant_id, t.id AS task_id
  FROM users u
  JOIN tasks t ON t.owner_id = u.id AND t.stored_status = 'in_queue'
  JOIN assistants a ON a.id = t.assistant_id AND a.pause_reason IS NULL AND a.deleted_at IS NULL
  WHERE u.is_active AND u.is_posting_active
  ORDER BY t.owner_id, t.assistant_id, t.sequence_order, t.id;

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
  -- By text_for_page, when it was queued. Null if it is the text of the flyer.
  page_text text,
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
  -- Of a doubt: the account that the site showed after the press, if that was not the page's own.
  other_creator_id text,
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
  -- Its task's archived_at IS NOT NULL, set by whoever archives: the first column of the order of the admin's list.
  archived boolean NOT NULL DEFAULT false,
  -- From queued to its present status, so that no order depends on now().
  total_ms bigint NOT NULL DEFAULT 0,
  CONSTRAINT page_postings_check1 CHECK (is_duplicate = (duplicate_of IS NOT NULL))
) WITH (
  fillfactor = 80,
  -- An index alone can answer where VACUUM has been lately; by default it waits until a fifth of all rows has changed.
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02,
  -- Every change of status makes an entry in several indexes, so vacuum must be done with them soon.
  autovacuum_vacuum_cost_limit = 2000
);

-- One partial index for each question, whose predicate only its queries imply (decision 0016).
CREATE INDEX page_postings_line ON page_postings (page_guid, queued_at, is_duplicate, sequence_order, id) WHERE status = 'pending';
-- One original and one duplicate of a flyer on a page: nothing is queued twice.
CREATE UNIQUE INDEX page_postings_once ON page_postings (task_id, page_guid, is_duplicate);
-- Used with an assistant (the claim) and without one (a failure after a doubt): the page is the first column.
CREATE INDEX page_postings_published_of_page ON page_postings (page_guid, assistant_id) WHERE publish_at IS NOT NULL;
CREATE INDEX page_postings_live_of_page ON page_postings (page_guid, greatest(posted_at, scheduled_for)) WHERE posted_at IS NOT NULL;
CREATE INDEX page_postings_of_other_account ON page_postings (other_creator_id) WHERE other_creator_id IS NOT NULL;
CREATE INDEX page_postings_unconfirmed_of_page ON page_postings (page_guid) WHERE error_code = 'unconfirmed';
-- Whether anything of an assistant is left to do.
CREATE INDEX page_postings_unfinished ON page_postings (assistant_id) WHERE left(status, 1) = 'p';
CREATE INDEX page_postings_of_screenshot ON page_postings (picture_file_id) WHERE picture_file_id IS NOT NULL;
-- For /metrics: the oldest pending postings first.
CREATE INDEX page_postings_pending_by_queued_at ON page_postings (queued_at) WHERE left(status, 2) = 'pe';
-- For the errors in task lists: the latest failed postings of a task.
CREATE INDEX page_postings_failed_of_task ON page_postings (task_id, status_since) WHERE left(status, 1) = 'f';
-- How many rows such a predicate means. Without it Postgres would expect 0.5 %, and sort all failures of a task for the latest.
CREATE STATISTICS page_postings_status_letter ON (left(status, 1)) FROM page_postings;

-- The default order of the admin's list, and what the admin's counts need (decision 0036). Counts say archived = ANY ('{false,true}').
CREATE INDEX page_postings_by_updated_at ON page_postings (archived, updated_at, id) INCLUDE (status, created_at, is_duplicate);
-- Leases change in this narrow table; no index holds a column that a lease changes, so that these are HOT updates.
CREATE TABLE in_flight (
  page_guid uuid PRIMARY KEY,
  posting_id uuid NOT NULL UNIQUE REFERENCES page_postings,
  owner_id uuid NOT NULL,
  -- Null where the device is not known: then the claim is never handed out again.
  device_id uuid,
  claim_token_hash bytea NOT NULL,
  -- Again to the same device, because the answer to its poll was lost.
  handouts integer NOT NULL DEFAULT 1,
  claimed_at timestamptz NOT NULL DEFAULT now(),
  lease_expires_at timestamptz NOT NULL,
  submitting_at timestamptz
) WITH (fillfactor = 50);
CREATE INDEX in_flight_of_owner ON in_flight (owner_id, claimed_at);

-- One row at most, written only by a change of the pause.
CREATE TABLE claim_pause (
  is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  sentence text CHECK (sentence <> ''),
  admin_id uuid NOT NULL REFERENCES users,
  changed_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE posting_transitions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  posting_id uuid NOT NULL REFERENCES page_postings,
  from_status text NOT NULL,
  to_status text NOT NULL,
  duration_ms bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  -- Of a failure: a retry removes the message from the posting, and the page may have got another pack or extension since.
  error_message text,
  site_pack_version integer,
  extension_version text
);
CREATE INDEX posting_transitions_of_posting ON posting_transitions (posting_id);
CREATE INDEX posting_transitions_failed ON posting_transitions (at) WHERE to_status = 'failed';

-- No index holds try_after, so that taking one is a HOT update.
CREATE TABLE pending_screenshots (
  posting_id uuid PRIMARY KEY REFERENCES page_postings,
  tries integer NOT NULL DEFAULT 0,
  -- While a worker makes it: when that worker is given up.
  try_after timestamptz NOT NULL DEFAULT now(),
  owner_id uuid NOT NULL,
  -- Owners take turns: one who has many waiting does not hold up the others. Null until a worker gives it a turn.
  turn bigint,
  -- The worker sees the preview by this token, also when nobody else may see it any more.
  preview_token uuid NOT NULL DEFAULT gen_random_uuid()
) WITH (fillfactor = 70);
CREATE INDEX pending_screenshots_by_turn ON pending_screenshots (turn);
CREATE INDEX pending_screenshots_of_owner ON pending_screenshots (owner_id, turn);

-- Decision 0034.
CREATE TABLE live_posts (
  posting_id uuid PRIMARY KEY REFERENCES page_postings,
  page_guid uuid NOT NULL,
  external_post_id text NOT NULL,
  path text NOT NULL,
  checked_at timestamptz NOT NULL DEFAULT now(),
  gone_at timestamptz,
  -- One post is never the proof of two postings.
  UNIQUE (page_guid, external_post_id)
);

-- owner_id null: all pages. The newest version that is not undone is the current one (site_pack_of). A version always means the same pack.
CREATE TABLE site_packs (
  version integer NOT NULL CHECK (version > 0),
  owner_id uuid REFERENCES users,
  pack jsonb NOT NULL,
  published_at timestamptz NOT NULL DEFAULT now(),
  undone_at timestamptz,
  -- That pages do not find elements of it.
  told_at timestamptz,
  UNIQUE NULLS NOT DISTINCT (version, owner_id)
);
CREATE INDEX site_packs_current ON site_packs (owner_id, version) WHERE undone_at IS NULL;

-- Kept for 30 days.
CREATE TABLE structure_reports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  page_guid uuid NOT NULL REFERENCES pages (guid) ON DELETE CASCADE,
  posting_id uuid REFERENCES page_postings (id) ON DELETE CASCADE,
  site_pack_version integer NOT NULL,
  what text NOT NULL CHECK (what IN ('probe', 'post')),
  missing text[] NOT NULL,
  structure text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX structure_reports_of_page ON structure_reports (page_guid, created_at);
CREATE INDEX structure_reports_of_posting ON structure_reports (posting_id) WHERE posting_id IS NOT NULL;
CREATE INDEX structure_reports_by_time ON structure_reports (created_at);

CREATE TABLE credit_transactions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  seq bigint GENERATED ALWAYS AS IDENTITY,
  user_id uuid NOT NULL REFERENCES users,
  transaction_type text NOT NULL CHECK (transaction_type IN ('purchase', 'spending', 'bonus', 'admin_adjustment', 'refund')),
  amount integer NOT NULL CHECK (amount <> 0),
  balance_after integer NOT NULL CHECK (balance_after >= 0),
  description text NOT NULL,
  page_guid uuid REFERENCES pages,
  posting_id uuid REFERENCES page_postings,
  admin_id uuid REFERENCES users,
  -- A charge is refunded and a purchase reversed at most once.
  refund_of uuid UNIQUE REFERENCES credit_transactions,
  idempotency_key text UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The refunds that the limit counts (decision 0003).
  after_submitting boolean NOT NULL DEFAULT false,
  -- Only the counter-entry of a purchase takes away what was bought.
  CONSTRAINT credit_transactions_purchase CHECK (transaction_type <> 'purchase' OR (amount < 0) = (refund_of IS NOT NULL))
);
CREATE INDEX credit_transactions_of_user ON credit_transactions (user_id, seq);
CREATE INDEX credit_transactions_fees ON credit_transactions (user_id, created_at) INCLUDE (amount, page_guid, posting_id)
  WHERE posting_id IS NOT NULL;
CREATE INDEX credit_transactions_after_submitting ON credit_transactions (page_guid, created_at) WHERE after_submitting;
-- Read from the index alone.
CREATE INDEX credit_transactions_by_time ON credit_transactions (created_at) INCLUDE (transaction_type, amount, admin_id);

-- Telegram delivers some payments several times: each charge is one purchase.
CREATE TABLE star_payments (
  charge_id text PRIMARY KEY CHECK (charge_id <> ''),
  transaction_id uuid NOT NULL UNIQUE REFERENCES credit_transactions,
  package_id text NOT NULL,
  stars integer NOT NULL CHECK (stars > 0),
  -- By an admin, who is in the audit log.
  refund_requested_at timestamptz,
  -- By Telegram. The counter-entry of the purchase follows.
  refunded_at timestamptz
);

CREATE TABLE audit_events (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  seq bigint GENERATED ALWAYS AS IDENTITY,
  -- Null: the setting ADMIN_TELEGRAM_IDS or a command of the operator did it.
  admin_id uuid REFERENCES users,
  target_id uuid REFERENCES users,
  event text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT audit_events_event_check CHECK (event IN (
    'activated', 'deactivated', 'promoted', 'demoted', 'credits_adjusted', 'purchase_booked', 'purchase_reversed', 'stars_refund_requested', 'user_viewed',
    'sessions_ended', 'exported', 'postings_retried', 'site_pack_published', 'site_pack_undone', 'erased',
    'credits_batch', 'users_activated', 'users_deactivated', 'claims_paused', 'claims_resumed', 'report_deleted')),
  CHECK (admin_id IS NOT NULL OR event IN ('promoted', 'sessions_ended', 'erased', 'site_pack_published', 'site_pack_undone')),
  -- A site pack may be for one user or for all.
  CONSTRAINT audit_events_target CHECK (event IN ('site_pack_published', 'site_pack_undone') OR (target_id IS NULL) = (event IN (
    'exported', 'postings_retried', 'credits_batch', 'users_activated', 'users_deactivated', 'claims_paused', 'claims_resumed')))
);
CREATE INDEX audit_events_on_user ON audit_events (target_id, seq DESC);
CREATE INDEX audit_events_by_time ON audit_events (at, seq);
-- For their own audit log.
CREATE INDEX audit_events_users_of_batches ON audit_events USING gin ((details -> 'users'))
  WHERE event IN ('users_activated', 'users_deactivated', 'credits_batch');

-- Reading the data of a user is recorded once in an hour for each admin.
CREATE UNIQUE INDEX audit_events_viewed_once ON audit_events (target_id, admin_id, (details ->> 'hour')) WHERE event = 'user_viewed';

-- Works once and for a short time (server/exports/tickets.ts).
CREATE TABLE download_tickets (
  ticket_hash bytea PRIMARY KEY,
  admin_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  export_name text NOT NULL,
  parameters jsonb NOT NULL,
  -- Without a reference, because the row ends soon. A ticket works as long as its session.
  session_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL
);

-- Stored before they are acknowledged: a crash loses none, and a redelivered one has the same key (decision 0009).
CREATE TABLE bot_updates (
  update_id bigint PRIMARY KEY,
  body jsonb NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  handled_at timestamptz
);
CREATE INDEX bot_updates_unhandled ON bot_updates (received_at) WHERE handled_at IS NULL;
CREATE INDEX bot_updates_by_age ON bot_updates (handled_at) WHERE handled_at IS NOT NULL;

-- The parts of an album arrive as separate messages.
CREATE TABLE bot_flyer_parts (
  update_id bigint PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  chat_id text NOT NULL,
  album text NOT NULL,
  message_id bigint NOT NULL,
  caption text NOT NULL,
  file_id text,
  file_size bigint,
  outcome text CHECK (outcome IN ('added', 'refused')),
  received_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX bot_flyer_parts_of_album ON bot_flyer_parts (chat_id, album, message_id);
CREATE INDEX bot_flyer_parts_waiting ON bot_flyer_parts (received_at) WHERE outcome IS NULL;

-- Sent in the order of ids within a chat.
CREATE TABLE bot_messages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chat_id text NOT NULL,
  payload jsonb NOT NULL,
  -- Sent once, however often its reason is found.
  dedupe_key text UNIQUE,
  -- 'sending' is written before Telegram is called. Found later, it is not known whether Telegram has the message.
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'sent', 'given_up')),
  tries integer NOT NULL DEFAULT 0,
  send_after timestamptz NOT NULL DEFAULT now(),
  -- It may have arrived more than once: an earlier try ended without an answer.
  in_doubt boolean NOT NULL DEFAULT false,
  telegram_message_ids bigint[] NOT NULL DEFAULT '{}',
  error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  CHECK ((ended_at IS NOT NULL) = (state IN ('sent', 'given_up')))
);
CREATE INDEX bot_messages_unsent ON bot_messages (chat_id, id) WHERE state IN ('waiting', 'sending');
CREATE INDEX bot_messages_ended ON bot_messages (ended_at) WHERE ended_at IS NOT NULL;

-- A row lasts as long as its cause, so that an alert is not sent twice.
CREATE TABLE bot_alerts (
  kind text NOT NULL CHECK (kind IN (
    'out_of_credits', 'page_offline', 'page_logged_out', 'page_wrong_account', 'page_site_changed', 'page_rate_limited',
    'posting_in_doubt', 'repeat_skipped', 'repeat_ended')),
  subject_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  -- Why a repeat was skipped, as an error code.
  reason text,
  PRIMARY KEY (kind, subject_id)
);

-- The table of rate-limiter-flexible: several api processes share their limits here.
CREATE TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

-- The jobs of a worker that has stopped are freed (jobs/heartbeats.ts).
CREATE TABLE worker_heartbeats (
  worker_id text PRIMARY KEY,
  seen_at timestamptz NOT NULL DEFAULT now()
);

-- Decision 0053.
CREATE TABLE scheduled_jobs (
  name text PRIMARY KEY,
  enqueued_at timestamptz NOT NULL DEFAULT now(),
  -- Of check_books: what its last run found.
  result jsonb
);
