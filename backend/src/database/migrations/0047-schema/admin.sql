-- The audit log (decision 0040).
CREATE TABLE admin_acts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  seq bigint GENERATED ALWAYS AS IDENTITY,
  -- Null where the setting ADMIN_TELEGRAM_IDS did it.
  admin_id uuid REFERENCES users,
  -- Null for what concerns many users.
  target_id uuid REFERENCES users,
  act text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT admin_acts_act_check CHECK (act IN (
    'activated', 'deactivated', 'promoted', 'demoted', 'credits_adjusted', 'purchase_booked', 'sessions_ended', 'exported',
    'postings_retried', 'site_pack_published', 'site_pack_approved', 'site_pack_withdrawn')),
  CHECK (admin_id IS NOT NULL OR act = 'promoted'),
  CONSTRAINT admin_acts_target CHECK ((target_id IS NULL) = (act IN (
    'exported', 'postings_retried', 'site_pack_published', 'site_pack_approved', 'site_pack_withdrawn')))
);
CREATE INDEX admin_acts_on_user ON admin_acts (target_id, seq DESC);
CREATE INDEX admin_acts_by_time ON admin_acts (at, seq);
-- A bulk retry that arrives twice is done once.
CREATE UNIQUE INDEX admin_acts_retried_once ON admin_acts ((details ->> 'fingerprint')) WHERE act = 'postings_retried';

-- The address of a prepared file works once and for a short time (exports/tickets.ts).
CREATE TABLE download_tickets (
  ticket_hash bytea PRIMARY KEY,
  admin_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  export_name text NOT NULL,
  parameters jsonb NOT NULL,
  expires_at timestamptz NOT NULL
);

-- Saved views of the admin tables (decision 0043).
CREATE TABLE saved_views (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  admin_id uuid NOT NULL REFERENCES users,
  table_name text NOT NULL,
  name text NOT NULL CHECK (name = btrim(name) AND name <> ''),
  query text NOT NULL,
  is_default boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (admin_id, table_name, name)
);
CREATE UNIQUE INDEX saved_views_default ON saved_views (admin_id, table_name) WHERE is_default;
