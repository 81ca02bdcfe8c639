CREATE TABLE runners (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  secret_hash bytea NOT NULL UNIQUE,
  -- Null once the code was used.
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

-- The runner that has the browser of the page. It stays when the runner is ended, so that the page can say so.
ALTER TABLE pages ADD COLUMN runner_id uuid REFERENCES runners, ADD COLUMN is_awake boolean NOT NULL DEFAULT false;
CREATE INDEX pages_of_runner ON pages (runner_id) WHERE runner_id IS NOT NULL;

ALTER TABLE devices DROP CONSTRAINT devices_void_reason_check,
  ADD CONSTRAINT devices_void_reason_check CHECK (void_reason IN ('replaced', 'unlinked', 'runner_ended'));

ALTER TABLE bot_alerts DROP CONSTRAINT bot_alerts_kind_check,
  ADD CONSTRAINT bot_alerts_kind_check CHECK (kind IN ('out_of_credits', 'page_offline', 'page_logged_out'));
