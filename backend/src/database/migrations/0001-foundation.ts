import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Everything of the main job. Reviewed by hand: each constraint and index says what it is for. */
export class Foundation1763700000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
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
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- A Login Widget proof works once; the row may go when the proof is stale anyway.
CREATE TABLE used_proofs (
  proof_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);

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
  -- At most so many polls a second a device, counted in the poll's own statement.
  polls_since timestamptz NOT NULL DEFAULT '-infinity',
  polls_counted integer NOT NULL DEFAULT 0,
  health text NOT NULL DEFAULT 'ok' CHECK (health IN ('ok', 'logged_out', 'wrong_account')),
  extension_version text,
  time_zone text NOT NULL DEFAULT 'UTC',
  home_count integer NOT NULL DEFAULT 0,
  notifications_count integer NOT NULL DEFAULT 0,
  messages_count integer NOT NULL DEFAULT 0,
  paid_until timestamptz,
  credits_charged integer NOT NULL DEFAULT 0,
  unused_charge_id uuid,
  -- The same creator page may be linked by several people, so nobody can block another by claiming it first.
  UNIQUE (owner_id, creator_id)
) WITH (fillfactor = 80);

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
  created_at timestamptz NOT NULL DEFAULT now()
);
-- One living device a page: relinking voids the older one first.
CREATE UNIQUE INDEX devices_one_living_a_page ON devices (page_guid) WHERE page_guid IS NOT NULL AND voided_at IS NULL;

CREATE TABLE presets (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  owner_id uuid NOT NULL REFERENCES users,
  name text NOT NULL CHECK (name ~ '\\S'),
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
  pause_reason text CHECK (pause_reason IN ('user', 'insufficient_credits')),
  queued_at timestamptz,
  started_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX assistants_of_owner ON assistants (owner_id, created_at) WHERE deleted_at IS NULL;
CREATE INDEX assistants_on_preset ON assistants (preset_id);

CREATE TABLE blobs (
  key text PRIMARY KEY,
  content_type text NOT NULL,
  bytes bytea NOT NULL
);
-- Pictures are compressed already.
ALTER TABLE blobs ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE files (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  owner_id uuid NOT NULL REFERENCES users,
  sha256 text NOT NULL,
  content_type text NOT NULL,
  byte_size integer NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX files_of_owner ON files (owner_id);

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
  -- deriveTaskStatus (tasks/taskStatus.ts) but for what depends on other rows: the line (pending) and the switch;
  -- tasks/taskStatus.test.ts holds the two against each other.
  stored_status text NOT NULL GENERATED ALWAYS AS (
    CASE
      WHEN archived_at IS NOT NULL THEN 'archived'
      WHEN pending_count + posting_count + posted_count + completed_count + failed_count = 0 THEN 'waiting'
      WHEN posting_count + posted_count + completed_count + failed_count = 0 THEN 'in_queue'
      WHEN pending_count + posting_count > 0 THEN 'posting'
      WHEN posted_count > 0 AND failed_count > 0 THEN 'partially_posted'
      WHEN posted_count > 0 THEN 'posted'
      WHEN failed_count = 0 THEN 'completed'
      WHEN completed_count = 0 THEN 'failed'
      ELSE 'partially_completed'
    END
  ) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 80);
CREATE INDEX tasks_of_assistant ON tasks (assistant_id, sequence_order);
CREATE INDEX tasks_of_owner ON tasks (owner_id, stored_status);
CREATE INDEX tasks_of_file ON tasks (file_id);

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
  lease_expires_at timestamptz,
  claimed_at timestamptz,
  submitting_at timestamptz,
  publish_at timestamptz,
  scheduled_for timestamptz,
  posted_at timestamptz,
  report text CHECK (report IN ('posted', 'failed')),
  external_post_id text,
  charge_id uuid,
  retry_count integer NOT NULL DEFAULT 0,
  lease_losses integer NOT NULL DEFAULT 0,
  error_message text,
  error_code text,
  picture_file_id uuid REFERENCES files,
  picture_tries integer NOT NULL DEFAULT 0,
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
  -- A claim without a lease would never end.
  CHECK (status <> 'posting' OR (claim_token_hash IS NOT NULL AND lease_expires_at IS NOT NULL AND claimed_at IS NOT NULL)),
  CHECK (is_duplicate = (duplicate_of IS NOT NULL))
) WITH (fillfactor = 80);
-- The page's line, as the claim walks it.
CREATE INDEX page_postings_line ON page_postings (page_guid, queued_at, sequence_order, is_duplicate, id) WHERE status = 'pending';
-- At most one posting in flight a page, whatever the code believes.
CREATE UNIQUE INDEX page_postings_one_in_flight ON page_postings (page_guid) WHERE status = 'posting';
-- One original and one duplicate a flyer and page: nothing is queued twice.
CREATE UNIQUE INDEX page_postings_once ON page_postings (task_id, page_guid, is_duplicate);
CREATE INDEX page_postings_of_assistant ON page_postings (assistant_id, page_guid) WHERE publish_at IS NOT NULL;
CREATE INDEX page_postings_without_picture ON page_postings (status_since) WHERE status = 'posted';
CREATE INDEX page_postings_of_picture ON page_postings (picture_file_id) WHERE picture_file_id IS NOT NULL;
CREATE INDEX page_postings_in_flight_of_owner ON page_postings (owner_id, claimed_at) WHERE status = 'posting';

CREATE TABLE posting_transitions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  posting_id uuid NOT NULL REFERENCES page_postings,
  from_status text NOT NULL,
  to_status text NOT NULL,
  duration_ms bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX posting_transitions_of_posting ON posting_transitions (posting_id);

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
  -- A charge is refunded at most once.
  refund_of uuid UNIQUE REFERENCES credit_transactions,
  once_key text UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX credit_transactions_of_user ON credit_transactions (user_id, seq);

CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'credit_transactions is append-only';
END $$;
CREATE TRIGGER credit_transactions_append_only BEFORE UPDATE OR DELETE ON credit_transactions
  FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER credit_transactions_no_truncate BEFORE TRUNCATE ON credit_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

CREATE TABLE credit_packages (
  id text PRIMARY KEY,
  name text NOT NULL,
  price_usd numeric(10, 2) NOT NULL,
  total_credits integer NOT NULL,
  bonus_credits integer NOT NULL DEFAULT 0,
  position integer NOT NULL UNIQUE
);
INSERT INTO credit_packages (id, name, price_usd, total_credits, bonus_credits, position) VALUES
  ('mini', 'Mini', 9.99, 500, 0, 1),
  ('plus', 'Plus', 27.99, 1500, 0, 2),
  ('basic', 'Basic', 49.99, 3000, 0, 3),
  ('enterprise', 'Enterprise', 199.99, 16500, 1500, 4);

-- The table of rate-limiter-flexible: several api processes share their limits here.
CREATE TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

-- Living workers say so here; the jobs of one that fell silent are freed (jobs/deadWorkers.ts).
CREATE TABLE worker_heartbeats (
  worker_id text PRIMARY KEY,
  seen_at timestamptz NOT NULL DEFAULT now()
);
`);
  }

  async down(): Promise<void> {
    throw new Error('The first migration has nothing to go back to: restore a backup instead.');
  }
}
