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
  -- When a fee stayed because of the limit of refunds: the page says so for a day.
  fee_kept_at timestamptz,
  -- The pack that the page uses, by its last poll, and since when. Null for an extension that knows no packs.
  site_pack_version integer,
  site_pack_since timestamptz,
  max_posts_in_24_hours integer CHECK (max_posts_in_24_hours BETWEEN 1 AND 1000),
  min_gap_minutes integer CHECK (min_gap_minutes BETWEEN 1 AND 10080),
  posting_hours_from time CHECK (posting_hours_from = date_trunc('minute', posting_hours_from::interval)::time),
  posting_hours_until time CHECK (posting_hours_until = date_trunc('minute', posting_hours_until::interval)::time),
  -- Postgres would read other names as abbreviations or as POSIX zones.
  posting_hours_zone text CHECK (posting_hours_zone ~ '^(UTC|[A-Za-z_]+/[A-Za-z0-9_+/-]+)$'
    AND timestamptz '2000-06-01 00:00:00Z' AT TIME ZONE posting_hours_zone > '2000-01-01'),
  -- Since the last refused claim: the time at which the page may post again.
  limited_until timestamptz,
  -- The last refusal of the creator site, and how many of its kind came in a row.
  refusal_kind text CHECK (refusal_kind IN ('rate_limited', 'content', 'logged_out', 'broken')),
  refusals smallint NOT NULL DEFAULT 0,
  refused_at timestamptz,
  -- The page gets no posting before this time.
  paused_until timestamptz,
  -- Whether the site pack in use can schedule posts. Without a scheduler a posting is handed out when it is due.
  has_scheduler boolean NOT NULL DEFAULT true,
  -- Without a scheduler, and while nothing else is due: when the page's next posting is.
  next_due_at timestamptz,
  -- The same creator page may be linked by several people, so nobody can block another by claiming it first.
  UNIQUE (owner_id, creator_id),
  CONSTRAINT pages_health_check CHECK (health IN ('ok', 'logged_out', 'wrong_account', 'no_tab', 'site_failing', 'site_changed')),
  CONSTRAINT pages_posting_hours CHECK (
    num_nulls(posting_hours_from, posting_hours_until, posting_hours_zone) IN (0, 3)
    AND posting_hours_from <> posting_hours_until AND greatest(posting_hours_from, posting_hours_until) < '24:00'
  )
) WITH (fillfactor = 80);
CREATE INDEX pages_by_text ON pages
  USING gin ((name || E'\n' || username || E'\n' || creator_id || E'\n' || guid::text) gin_trgm_ops);
CREATE INDEX pages_linked ON pages (owner_id, guid) WHERE unlinked_at IS NULL;

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
  void_reason text CHECK (void_reason IN ('replaced', 'unlinked'))
);
-- One living device for each page: relinking voids the older one first.
CREATE UNIQUE INDEX devices_one_living_a_page ON devices (page_guid) WHERE page_guid IS NOT NULL AND voided_at IS NULL;

-- Avatars of pages, encoded again as small WebPs, so that no browser loads what a page's address returns.
CREATE TABLE page_avatars (
  page_guid uuid PRIMARY KEY REFERENCES pages,
  -- The address from which it was downloaded.
  source_url text NOT NULL,
  -- Null: the address has no image.
  image bytea,
  tried_at timestamptz NOT NULL DEFAULT now()
);
