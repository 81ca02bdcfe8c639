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
  -- The setting ADMIN_TELEGRAM_IDS makes somebody an admin once: whom an admin demotes afterwards stays demoted.
  admin_by_setting boolean NOT NULL DEFAULT false,
  language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'ru')),
  erased_at timestamptz,
  -- An erased user has no rights, whatever else changes the row.
  CONSTRAINT users_erased CHECK (erased_at IS NULL OR NOT (is_active OR is_admin OR is_posting_active))
-- A charge changes the balance: with room in the page it is a HOT update, and no index of this table has the balance.
) WITH (fillfactor = 80);
CREATE INDEX users_by_text ON users
  USING gin ((telegram_id || E'\n' || username || E'\n' || first_name || ' ' || last_name) gin_trgm_ops);
-- New users by day.
CREATE INDEX users_by_age ON users (created_at, id);
-- For counts on the admin's dashboard, each of the smaller part.
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
  -- Ended with the account's deactivation. The row stays until it expires, so that the next call is told why it is refused.
  ended_at timestamptz
);
CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- A Login Widget proof works once. The row is deleted when the proof has expired anyway.
CREATE TABLE used_proofs (
  proof_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);

-- Erasures that are not finished. The Telegram id is needed to find the bot's data.
CREATE TABLE erasures (
  user_id uuid PRIMARY KEY REFERENCES users,
  telegram_id text NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now()
);

-- Keyed hashes of the Telegram ids of erased accounts, so that a later sign-in gets no second welcome bonus.
CREATE TABLE erased_accounts (
  telegram_id_hash bytea PRIMARY KEY,
  erased_at timestamptz NOT NULL DEFAULT now()
);

-- A user's export is stored in parts, under keys of its id and the attempt that wrote them.
CREATE TABLE account_exports (
  owner_id uuid PRIMARY KEY REFERENCES users,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  requested_at timestamptz NOT NULL DEFAULT now(),
  attempt integer NOT NULL DEFAULT 0,
  parts integer NOT NULL DEFAULT 0,
  byte_size bigint NOT NULL DEFAULT 0,
  files_left_out integer NOT NULL DEFAULT 0,
  ready_at timestamptz,
  expires_at timestamptz
);

-- Problems that users report, with the action log of a browser tab (decision 0045).
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

-- Words that a user wants to be warned about before posting.
CREATE TABLE listed_words (
  owner_id uuid PRIMARY KEY REFERENCES users,
  words text[] NOT NULL CHECK (cardinality(words) <= 100)
);
