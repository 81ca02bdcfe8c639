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
  started_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Set once the flyers' files of a deleted assistant are deleted, which has to wait for what is in flight.
  flyers_deleted boolean NOT NULL DEFAULT false,
  -- The assistant from which this one was copied. copy_key is the Idempotency-Key of the call.
  copy_of uuid REFERENCES assistants,
  copy_key text
);
CREATE INDEX assistants_of_owner ON assistants (owner_id, created_at) WHERE deleted_at IS NULL;
-- A user's assistants, the deleted ones too.
CREATE INDEX assistants_ever_of_owner ON assistants (owner_id, created_at);
CREATE INDEX assistants_on_preset ON assistants (preset_id);
CREATE INDEX assistants_of_preset ON assistants (preset_id) WHERE preset_id IS NOT NULL;
CREATE INDEX assistants_by_text ON assistants USING gin (name gin_trgm_ops);
CREATE INDEX assistants_with_flyers_to_delete ON assistants (deleted_at) WHERE deleted_at IS NOT NULL AND NOT flyers_deleted;
CREATE UNIQUE INDEX assistants_copied_once ON assistants (copy_of, copy_key) WHERE copy_key IS NOT NULL;

-- Repeats copy an assistant at planned times (decision 0047).
CREATE TABLE repeats (
  assistant_id uuid PRIMARY KEY REFERENCES assistants,
  every_days integer CHECK (every_days BETWEEN 1 AND 365),
  -- ISO numbers: Monday is 1.
  weekdays integer[] NOT NULL DEFAULT '{}' CHECK (weekdays <@ '{1,2,3,4,5,6,7}'),
  local_time text NOT NULL CHECK (local_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  time_zone text NOT NULL,
  starts_on date NOT NULL,
  ends_on date,
  max_runs integer CHECK (max_runs > 0),
  runs integer NOT NULL DEFAULT 0 CHECK (runs >= 0),
  paused_at timestamptz,
  -- Null when the repeat has ended.
  next_at timestamptz,
  CHECK ((every_days IS NULL) = (weekdays <> '{}')),
  CHECK (runs <= max_runs)
);
CREATE INDEX repeats_by_next_time ON repeats (next_at) WHERE next_at IS NOT NULL AND paused_at IS NULL;

CREATE TABLE repeat_runs (
  repeat_id uuid NOT NULL REFERENCES repeats ON DELETE CASCADE,
  planned_at timestamptz NOT NULL,
  ran_at timestamptz NOT NULL DEFAULT now(),
  copy_id uuid REFERENCES assistants,
  -- Why nothing was added to the queue.
  problem text,
  CHECK ((copy_id IS NULL) = (problem IS NOT NULL)),
  -- A planned time runs once.
  PRIMARY KEY (repeat_id, planned_at)
);

-- Assistants whose postings are still being added (decision 0049). The rules may change meanwhile, so what they were is stored.
CREATE TABLE queueings (
  assistant_id uuid PRIMARY KEY REFERENCES assistants,
  page_guids uuid[] NOT NULL,
  -- For each flyer its task, run and delay.
  flyers json NOT NULL,
  gap_hours integer NOT NULL,
  -- 0: no duplicates.
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

-- The next task of each assistant: its first task without a claimed posting. There is none while the assistant is paused,
-- posting is off or the account is deactivated. The view reads no postings (decision 0018). owner_id is in DISTINCT ON, so
-- that Postgres applies a condition on owner_id to the tables.
CREATE VIEW next_tasks AS
  SELECT DISTINCT ON (t.owner_id, t.assistant_id) t.owner_id, t.assistant_id, t.id AS task_id
  FROM users u
  JOIN tasks t ON t.owner_id = u.id AND t.stored_status = 'in_queue'
  JOIN assistants a ON a.id = t.assistant_id AND a.pause_reason IS NULL AND a.deleted_at IS NULL
  WHERE u.is_active AND u.is_posting_active
  ORDER BY t.owner_id, t.assistant_id, t.sequence_order, t.id;
