-- The whole schema as the migrations and the files of functions make it. Printed by npm run structure; do not edit.
-- Only the schema of Flyerdeck: graphile-worker makes its own.

CREATE EXTENSION pg_trgm;
CREATE EXTENSION "uuid-ossp";

CREATE TABLE account_exports (
  owner_id uuid NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  requested_at timestamp with time zone DEFAULT now() NOT NULL,
  attempt integer DEFAULT 0 NOT NULL,
  parts integer DEFAULT 0 NOT NULL,
  byte_size bigint DEFAULT 0 NOT NULL,
  files_left_out integer DEFAULT 0 NOT NULL,
  ready_at timestamp with time zone,
  expires_at timestamp with time zone,
  CONSTRAINT account_exports_pkey PRIMARY KEY (owner_id),
  CONSTRAINT account_exports_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id)
);

CREATE TABLE assistants (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  owner_id uuid NOT NULL,
  name text DEFAULT ''::text NOT NULL,
  posting_rules jsonb NOT NULL,
  reset_after_posts_list integer[] DEFAULT '{}'::integer[] NOT NULL,
  screenshot_as_file boolean DEFAULT false NOT NULL,
  preset_id uuid,
  pause_reason text,
  queued_at timestamp with time zone,
  started_at timestamp with time zone,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  flyers_deleted boolean DEFAULT false NOT NULL,
  copy_of uuid,
  copy_key text,
  CONSTRAINT assistants_pkey PRIMARY KEY (id),
  CONSTRAINT assistants_pause_reason_check CHECK (pause_reason = ANY (ARRAY['user'::text, 'insufficient_credits'::text, 'queueing'::text])),
  CONSTRAINT assistants_copy_of_fkey FOREIGN KEY (copy_of) REFERENCES assistants(id),
  CONSTRAINT assistants_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  CONSTRAINT assistants_preset_id_fkey FOREIGN KEY (preset_id) REFERENCES presets(id) ON DELETE SET NULL
);
CREATE INDEX assistants_by_text ON assistants USING gin (name gin_trgm_ops);
CREATE INDEX assistants_ever_of_owner ON assistants USING btree (owner_id, created_at);
CREATE INDEX assistants_of_owner ON assistants USING btree (owner_id, created_at) WHERE deleted_at IS NULL;
CREATE INDEX assistants_of_preset ON assistants USING btree (preset_id) WHERE preset_id IS NOT NULL;
CREATE INDEX assistants_on_preset ON assistants USING btree (preset_id);
CREATE INDEX assistants_with_flyers_to_delete ON assistants USING btree (deleted_at) WHERE deleted_at IS NOT NULL AND NOT flyers_deleted;
CREATE UNIQUE INDEX assistants_copied_once ON assistants USING btree (copy_of, copy_key) WHERE copy_key IS NOT NULL;
CREATE TRIGGER assistants_out_of_credits AFTER UPDATE OF pause_reason ON assistants FOR EACH ROW WHEN (new.pause_reason = 'insufficient_credits'::text AND old.pause_reason IS DISTINCT FROM new.pause_reason) EXECUTE FUNCTION record_lack_of_credits();

CREATE TABLE audit_events (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  admin_id uuid,
  target_id uuid,
  event text NOT NULL,
  details jsonb DEFAULT '{}'::jsonb NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT audit_events_pkey PRIMARY KEY (id),
  CONSTRAINT audit_events_check CHECK (admin_id IS NOT NULL OR event = 'promoted'::text),
  CONSTRAINT audit_events_event_check CHECK (event = ANY (ARRAY['activated'::text, 'deactivated'::text, 'promoted'::text, 'demoted'::text, 'credits_adjusted'::text, 'purchase_booked'::text, 'sessions_ended'::text, 'exported'::text, 'postings_retried'::text, 'site_pack_published'::text, 'site_pack_approved'::text, 'site_pack_withdrawn'::text])),
  CONSTRAINT audit_events_target CHECK ((target_id IS NULL) = (event = ANY (ARRAY['exported'::text, 'postings_retried'::text, 'site_pack_published'::text, 'site_pack_approved'::text, 'site_pack_withdrawn'::text]))),
  CONSTRAINT audit_events_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES users(id),
  CONSTRAINT audit_events_target_id_fkey FOREIGN KEY (target_id) REFERENCES users(id)
);
CREATE INDEX audit_events_by_time ON audit_events USING btree (at, seq);
CREATE INDEX audit_events_on_user ON audit_events USING btree (target_id, seq DESC);
CREATE UNIQUE INDEX audit_events_retried_once ON audit_events USING btree ((details ->> 'fingerprint'::text)) WHERE event = 'postings_retried'::text;
CREATE TRIGGER audit_events_append_only BEFORE DELETE OR UPDATE ON audit_events FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_events_no_truncate BEFORE TRUNCATE ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

CREATE TABLE blobs (
  key text NOT NULL,
  content_type text NOT NULL,
  bytes bytea STORAGE e NOT NULL,
  CONSTRAINT blobs_pkey PRIMARY KEY (key)
);

CREATE TABLE bot_alerts (
  kind text NOT NULL,
  subject_id uuid NOT NULL,
  user_id uuid NOT NULL,
  recorded_at timestamp with time zone DEFAULT now() NOT NULL,
  sent_at timestamp with time zone,
  CONSTRAINT bot_alerts_pkey PRIMARY KEY (kind, subject_id),
  CONSTRAINT bot_alerts_kind_check CHECK (kind = ANY (ARRAY['out_of_credits'::text, 'page_offline'::text])),
  CONSTRAINT bot_alerts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE bot_delivered_screenshots (
  posting_id uuid NOT NULL,
  CONSTRAINT bot_delivered_screenshots_pkey PRIMARY KEY (posting_id),
  CONSTRAINT bot_delivered_screenshots_posting_id_fkey FOREIGN KEY (posting_id) REFERENCES page_postings(id)
);

CREATE TABLE bot_flyer_parts (
  update_id bigint NOT NULL,
  user_id uuid NOT NULL,
  chat_id text NOT NULL,
  album text NOT NULL,
  message_id bigint NOT NULL,
  caption text NOT NULL,
  file_id text,
  file_size bigint,
  outcome text,
  received_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT bot_flyer_parts_pkey PRIMARY KEY (update_id),
  CONSTRAINT bot_flyer_parts_outcome_check CHECK (outcome = ANY (ARRAY['added'::text, 'refused'::text])),
  CONSTRAINT bot_flyer_parts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX bot_flyer_parts_of_album ON bot_flyer_parts USING btree (chat_id, album, message_id);
CREATE INDEX bot_flyer_parts_waiting ON bot_flyer_parts USING btree (received_at) WHERE outcome IS NULL;

CREATE TABLE bot_messages (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  chat_id text NOT NULL,
  payload jsonb NOT NULL,
  dedupe_key text,
  state text DEFAULT 'waiting'::text NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  send_after timestamp with time zone DEFAULT now() NOT NULL,
  in_doubt boolean DEFAULT false NOT NULL,
  telegram_message_ids bigint[] DEFAULT '{}'::bigint[] NOT NULL,
  error text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT bot_messages_pkey PRIMARY KEY (id),
  CONSTRAINT bot_messages_dedupe_key_key UNIQUE (dedupe_key),
  CONSTRAINT bot_messages_check CHECK ((ended_at IS NOT NULL) = (state = ANY (ARRAY['sent'::text, 'given_up'::text]))),
  CONSTRAINT bot_messages_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'given_up'::text]))
);
CREATE INDEX bot_messages_ended ON bot_messages USING btree (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX bot_messages_unsent ON bot_messages USING btree (chat_id, id) WHERE state = ANY (ARRAY['waiting'::text, 'sending'::text]);

CREATE TABLE bot_screenshot_requests (
  assistant_id uuid NOT NULL,
  requested_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT bot_screenshot_requests_pkey PRIMARY KEY (assistant_id),
  CONSTRAINT bot_screenshot_requests_assistant_id_fkey FOREIGN KEY (assistant_id) REFERENCES assistants(id)
);

CREATE TABLE bot_updates (
  update_id bigint NOT NULL,
  body jsonb NOT NULL,
  received_at timestamp with time zone DEFAULT now() NOT NULL,
  handled_at timestamp with time zone,
  CONSTRAINT bot_updates_pkey PRIMARY KEY (update_id)
);
CREATE INDEX bot_updates_by_age ON bot_updates USING btree (handled_at) WHERE handled_at IS NOT NULL;
CREATE INDEX bot_updates_unhandled ON bot_updates USING btree (received_at) WHERE handled_at IS NULL;

CREATE TABLE credit_packages (
  id text NOT NULL,
  name text NOT NULL,
  price_usd numeric(10,2) NOT NULL,
  total_credits integer NOT NULL,
  bonus_credits integer DEFAULT 0 NOT NULL,
  "position" integer NOT NULL,
  CONSTRAINT credit_packages_pkey PRIMARY KEY (id),
  CONSTRAINT credit_packages_position_key UNIQUE ("position")
);

CREATE TABLE credit_transactions (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id uuid NOT NULL,
  transaction_type text NOT NULL,
  amount integer NOT NULL,
  balance_after integer NOT NULL,
  description text NOT NULL,
  page_guid uuid,
  posting_id uuid,
  admin_id uuid,
  refund_of uuid,
  idempotency_key text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  after_submitting boolean DEFAULT false NOT NULL,
  CONSTRAINT credit_transactions_pkey PRIMARY KEY (id),
  CONSTRAINT credit_transactions_idempotency_key_key UNIQUE (idempotency_key),
  CONSTRAINT credit_transactions_refund_of_key UNIQUE (refund_of),
  CONSTRAINT credit_transactions_amount_check CHECK (amount <> 0),
  CONSTRAINT credit_transactions_balance_after_check CHECK (balance_after >= 0),
  CONSTRAINT credit_transactions_transaction_type_check CHECK (transaction_type = ANY (ARRAY['purchase'::text, 'spending'::text, 'bonus'::text, 'admin_adjustment'::text, 'refund'::text])),
  CONSTRAINT credit_transactions_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES users(id),
  CONSTRAINT credit_transactions_page_guid_fkey FOREIGN KEY (page_guid) REFERENCES pages(guid),
  CONSTRAINT credit_transactions_posting_id_fkey FOREIGN KEY (posting_id) REFERENCES page_postings(id),
  CONSTRAINT credit_transactions_refund_of_fkey FOREIGN KEY (refund_of) REFERENCES credit_transactions(id),
  CONSTRAINT credit_transactions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX credit_transactions_after_submitting ON credit_transactions USING btree (page_guid, created_at) WHERE after_submitting;
CREATE INDEX credit_transactions_by_time ON credit_transactions USING btree (created_at) INCLUDE (transaction_type, amount, admin_id);
CREATE INDEX credit_transactions_of_user ON credit_transactions USING btree (user_id, seq);
CREATE TRIGGER credit_transactions_append_only BEFORE DELETE OR UPDATE ON credit_transactions FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER credit_transactions_no_truncate BEFORE TRUNCATE ON credit_transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

CREATE TABLE devices (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  secret_hash bytea NOT NULL,
  linking_token_hash bytea NOT NULL,
  token_expires_at timestamp with time zone NOT NULL,
  requested_page jsonb NOT NULL,
  extension_version text NOT NULL,
  page_guid uuid,
  bound_at timestamp with time zone,
  voided_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  browser text DEFAULT ''::text NOT NULL,
  void_reason text,
  CONSTRAINT devices_pkey PRIMARY KEY (id),
  CONSTRAINT devices_linking_token_hash_key UNIQUE (linking_token_hash),
  CONSTRAINT devices_secret_hash_key UNIQUE (secret_hash),
  CONSTRAINT devices_void_reason_check CHECK (void_reason = ANY (ARRAY['replaced'::text, 'unlinked'::text, 'runner_ended'::text])),
  CONSTRAINT devices_page_guid_fkey FOREIGN KEY (page_guid) REFERENCES pages(guid)
);
CREATE UNIQUE INDEX devices_one_living_a_page ON devices USING btree (page_guid) WHERE page_guid IS NOT NULL AND voided_at IS NULL;

CREATE TABLE download_tickets (
  ticket_hash bytea NOT NULL,
  admin_id uuid NOT NULL,
  export_name text NOT NULL,
  parameters jsonb NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT download_tickets_pkey PRIMARY KEY (ticket_hash),
  CONSTRAINT download_tickets_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE erased_accounts (
  telegram_id_hash bytea NOT NULL,
  erased_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT erased_accounts_pkey PRIMARY KEY (telegram_id_hash)
);

CREATE TABLE erasures (
  user_id uuid NOT NULL,
  telegram_id text NOT NULL,
  requested_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT erasures_pkey PRIMARY KEY (user_id),
  CONSTRAINT erasures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE files (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  owner_id uuid NOT NULL,
  sha256 text NOT NULL,
  content_type text NOT NULL,
  byte_size integer NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  is_screenshot boolean DEFAULT false NOT NULL,
  is_stripped boolean DEFAULT true NOT NULL,
  CONSTRAINT files_pkey PRIMARY KEY (id),
  CONSTRAINT files_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id)
);
CREATE INDEX files_by_sha256 ON files USING btree (sha256);
CREATE INDEX files_flyers_of_owner ON files USING btree (owner_id) INCLUDE (byte_size) WHERE NOT is_screenshot;
CREATE INDEX files_screenshots_by_age ON files USING btree (created_at) WHERE is_screenshot;
CREATE INDEX files_to_strip ON files USING btree (sha256) WHERE NOT is_stripped;
CREATE TRIGGER files_deleted AFTER DELETE ON files REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION list_unused_blobs();

CREATE TABLE in_flight (
  page_guid uuid NOT NULL,
  posting_id uuid NOT NULL,
  owner_id uuid NOT NULL,
  device_id uuid,
  claim_token_hash bytea NOT NULL,
  handouts integer DEFAULT 1 NOT NULL,
  claimed_at timestamp with time zone DEFAULT now() NOT NULL,
  lease_expires_at timestamp with time zone NOT NULL,
  submitting_at timestamp with time zone,
  CONSTRAINT in_flight_pkey PRIMARY KEY (page_guid),
  CONSTRAINT in_flight_posting_id_key UNIQUE (posting_id),
  CONSTRAINT in_flight_posting_id_fkey FOREIGN KEY (posting_id) REFERENCES page_postings(id)
) WITH (fillfactor=50);
CREATE INDEX in_flight_of_owner ON in_flight USING btree (owner_id, claimed_at);

CREATE TABLE listed_words (
  owner_id uuid NOT NULL,
  words text[] NOT NULL,
  CONSTRAINT listed_words_pkey PRIMARY KEY (owner_id),
  CONSTRAINT listed_words_words_check CHECK (cardinality(words) <= 100),
  CONSTRAINT listed_words_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id)
);

CREATE TABLE live_posts (
  posting_id uuid NOT NULL,
  page_guid uuid NOT NULL,
  external_post_id text NOT NULL,
  path text NOT NULL,
  checked_at timestamp with time zone DEFAULT now() NOT NULL,
  gone_at timestamp with time zone,
  CONSTRAINT live_posts_pkey PRIMARY KEY (posting_id),
  CONSTRAINT live_posts_page_guid_external_post_id_key UNIQUE (page_guid, external_post_id),
  CONSTRAINT live_posts_posting_id_fkey FOREIGN KEY (posting_id) REFERENCES page_postings(id)
);

CREATE TABLE migrations (
  id integer DEFAULT nextval('migrations_id_seq'::regclass) NOT NULL,
  "timestamp" bigint NOT NULL,
  name character varying NOT NULL,
  CONSTRAINT "PK_8c82d7f526340ab734260ea46be" PRIMARY KEY (id)
);

CREATE TABLE page_avatars (
  page_guid uuid NOT NULL,
  source_url text NOT NULL,
  image bytea,
  tried_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT page_avatars_pkey PRIMARY KEY (page_guid),
  CONSTRAINT page_avatars_page_guid_fkey FOREIGN KEY (page_guid) REFERENCES pages(guid)
);

CREATE TABLE page_postings (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  owner_id uuid NOT NULL,
  assistant_id uuid NOT NULL,
  task_id uuid NOT NULL,
  page_guid uuid NOT NULL,
  status text DEFAULT 'pending'::text NOT NULL,
  status_since timestamp with time zone DEFAULT now() NOT NULL,
  queued_at timestamp with time zone NOT NULL,
  sequence_order integer NOT NULL,
  is_duplicate boolean DEFAULT false NOT NULL,
  duplicate_of uuid,
  run_index integer NOT NULL,
  delay_hours integer NOT NULL,
  gap_hours integer NOT NULL,
  claim_token_hash bytea,
  claimed_at timestamp with time zone,
  publish_at timestamp with time zone,
  scheduled_for timestamp with time zone,
  posted_at timestamp with time zone,
  report text,
  external_post_id text,
  charge_id uuid,
  retry_count integer DEFAULT 0 NOT NULL,
  expired_lease_count integer DEFAULT 0 NOT NULL,
  error_message text,
  error_code text,
  picture_file_id uuid,
  screenshot_error text,
  pending_ms bigint DEFAULT 0 NOT NULL,
  posting_ms bigint DEFAULT 0 NOT NULL,
  posted_ms bigint DEFAULT 0 NOT NULL,
  failed_ms bigint DEFAULT 0 NOT NULL,
  pending_visits integer DEFAULT 1 NOT NULL,
  posting_visits integer DEFAULT 0 NOT NULL,
  posted_visits integer DEFAULT 0 NOT NULL,
  completed_visits integer DEFAULT 0 NOT NULL,
  failed_visits integer DEFAULT 0 NOT NULL,
  transitions_count integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  archived boolean DEFAULT false NOT NULL,
  total_ms bigint DEFAULT 0 NOT NULL,
  CONSTRAINT page_postings_pkey PRIMARY KEY (id),
  CONSTRAINT page_postings_check1 CHECK (is_duplicate = (duplicate_of IS NOT NULL)),
  CONSTRAINT page_postings_report_check CHECK (report = ANY (ARRAY['posted'::text, 'failed'::text])),
  CONSTRAINT page_postings_status_check CHECK (status = ANY (ARRAY['pending'::text, 'posting'::text, 'posted'::text, 'completed'::text, 'failed'::text])),
  CONSTRAINT page_postings_assistant_id_fkey FOREIGN KEY (assistant_id) REFERENCES assistants(id),
  CONSTRAINT page_postings_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  CONSTRAINT page_postings_page_guid_fkey FOREIGN KEY (page_guid) REFERENCES pages(guid),
  CONSTRAINT page_postings_picture_file_id_fkey FOREIGN KEY (picture_file_id) REFERENCES files(id),
  CONSTRAINT page_postings_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id)
) WITH (fillfactor=80, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.05, autovacuum_analyze_scale_factor=0.02, autovacuum_vacuum_cost_limit=2000);
CREATE INDEX page_postings_begun ON page_postings USING btree (archived) WHERE starts_with(status, 'p'::text) AND transitions_count > 0;
CREATE INDEX page_postings_by_created_at ON page_postings USING btree (archived, created_at, id) INCLUDE (status);
CREATE INDEX page_postings_by_error ON page_postings USING gin (error_message gin_trgm_ops) WHERE error_message IS NOT NULL;
CREATE INDEX page_postings_by_failed_ms ON page_postings USING btree (archived, failed_ms, id) WHERE NOT starts_with(status, 'p'::text);
CREATE INDEX page_postings_by_pending_ms ON page_postings USING btree (archived, pending_ms, id) WHERE NOT starts_with(status, 'p'::text);
CREATE INDEX page_postings_by_posted_ms ON page_postings USING btree (archived, posted_ms, id) WHERE NOT starts_with(status, 'p'::text);
CREATE INDEX page_postings_by_posting_ms ON page_postings USING btree (archived, posting_ms, id) WHERE NOT starts_with(status, 'p'::text);
CREATE INDEX page_postings_by_retry_count ON page_postings USING btree (archived, retry_count, id) WHERE NOT starts_with(status, 'p'::text);
CREATE INDEX page_postings_by_status ON page_postings USING btree (archived, status, updated_at, id);
CREATE INDEX page_postings_by_total_ms ON page_postings USING btree (archived, total_ms, id) WHERE NOT starts_with(status, 'p'::text);
CREATE INDEX page_postings_duplicates ON page_postings USING btree (status) WHERE is_duplicate;
CREATE INDEX page_postings_failed_of_task ON page_postings USING btree (task_id, status_since) WHERE "left"(status, 1) = 'f'::text;
CREATE INDEX page_postings_fresh_by_retry_count ON page_postings USING btree (archived, retry_count, id) WHERE starts_with(status, 'p'::text) AND transitions_count = 0;
CREATE INDEX page_postings_fresh_by_total_ms ON page_postings USING btree (archived, total_ms, id) WHERE starts_with(status, 'p'::text) AND transitions_count = 0;
CREATE INDEX page_postings_line ON page_postings USING btree (page_guid, queued_at, sequence_order, is_duplicate, id) WHERE status = 'pending'::text;
CREATE INDEX page_postings_live_of_page ON page_postings USING btree (page_guid, GREATEST(posted_at, scheduled_for)) WHERE posted_at IS NOT NULL;
CREATE INDEX page_postings_of_screenshot ON page_postings USING btree (picture_file_id) WHERE picture_file_id IS NOT NULL;
CREATE INDEX page_postings_pending_by_queued_at ON page_postings USING btree (queued_at) WHERE "left"(status, 2) = 'pe'::text;
CREATE INDEX page_postings_published_of_page ON page_postings USING btree (page_guid, assistant_id) WHERE publish_at IS NOT NULL;
CREATE INDEX page_postings_unconfirmed ON page_postings USING btree (archived, updated_at, id) WHERE status = 'failed'::text AND starts_with(error_code, 'unconfirmed'::text);
CREATE INDEX page_postings_unconfirmed_of_page ON page_postings USING btree (page_guid) WHERE error_code = 'unconfirmed'::text;
CREATE INDEX page_postings_unfinished ON page_postings USING btree (assistant_id) WHERE "left"(status, 1) = 'p'::text;
CREATE UNIQUE INDEX page_postings_once ON page_postings USING btree (task_id, page_guid, is_duplicate);
CREATE STATISTICS page_postings_status_letter ON "left"(status, 1) FROM page_postings;
CREATE TRIGGER page_postings_after_update AFTER UPDATE ON page_postings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION page_postings_after_update();
CREATE TRIGGER page_postings_before_status BEFORE UPDATE OF status ON page_postings FOR EACH ROW WHEN (new.status <> old.status) EXECUTE FUNCTION page_postings_before_status();
CREATE TRIGGER page_postings_got_screenshot AFTER UPDATE OF picture_file_id ON page_postings FOR EACH ROW WHEN (new.picture_file_id IS NOT NULL AND new.picture_file_id IS DISTINCT FROM old.picture_file_id) EXECUTE FUNCTION mark_screenshot();
CREATE TRIGGER page_postings_site_pack AFTER UPDATE OF status ON page_postings FOR EACH ROW WHEN (new.status <> old.status AND (new.status = 'posted'::text OR new.status = 'failed'::text AND (new.report = 'failed'::text OR (new.error_code = ANY (ARRAY['unconfirmed'::text, 'lease_expired'::text]))))) EXECUTE FUNCTION page_postings_site_pack();

CREATE TABLE pages (
  guid uuid DEFAULT gen_random_uuid() NOT NULL,
  owner_id uuid NOT NULL,
  creator_id text NOT NULL,
  name text DEFAULT ''::text NOT NULL,
  username text DEFAULT ''::text NOT NULL,
  avatar_url text,
  tags text[] DEFAULT '{}'::text[] NOT NULL,
  linked_at timestamp with time zone DEFAULT now() NOT NULL,
  unlinked_at timestamp with time zone,
  last_polled_at timestamp with time zone,
  poll_window_started_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
  polls_counted integer DEFAULT 0 NOT NULL,
  health text DEFAULT 'ok'::text NOT NULL,
  extension_version text,
  time_zone text DEFAULT 'UTC'::text NOT NULL,
  home_count integer DEFAULT 0 NOT NULL,
  notifications_count integer DEFAULT 0 NOT NULL,
  messages_count integer DEFAULT 0 NOT NULL,
  paid_until timestamp with time zone,
  credits_charged integer DEFAULT 0 NOT NULL,
  unused_charge_id uuid,
  fee_kept_at timestamp with time zone,
  site_pack_version integer,
  site_pack_since timestamp with time zone,
  max_posts_in_24_hours integer,
  min_gap_minutes integer,
  posting_hours_from time without time zone,
  posting_hours_until time without time zone,
  posting_hours_zone text,
  limited_until timestamp with time zone,
  refusal_kind text,
  refusals smallint DEFAULT 0 NOT NULL,
  refused_at timestamp with time zone,
  paused_until timestamp with time zone,
  has_scheduler boolean DEFAULT true NOT NULL,
  next_due_at timestamp with time zone,
  runner_id uuid,
  is_awake boolean DEFAULT false NOT NULL,
  CONSTRAINT pages_pkey PRIMARY KEY (guid),
  CONSTRAINT pages_owner_id_creator_id_key UNIQUE (owner_id, creator_id),
  CONSTRAINT pages_health_check CHECK (health = ANY (ARRAY['ok'::text, 'logged_out'::text, 'wrong_account'::text, 'no_tab'::text, 'site_failing'::text, 'site_changed'::text])),
  CONSTRAINT pages_max_posts_in_24_hours_check CHECK (max_posts_in_24_hours >= 1 AND max_posts_in_24_hours <= 1000),
  CONSTRAINT pages_min_gap_minutes_check CHECK (min_gap_minutes >= 1 AND min_gap_minutes <= 10080),
  CONSTRAINT pages_posting_hours CHECK ((num_nulls(posting_hours_from, posting_hours_until, posting_hours_zone) = ANY (ARRAY[0, 3])) AND posting_hours_from <> posting_hours_until AND GREATEST(posting_hours_from, posting_hours_until) < '24:00:00'::time without time zone),
  CONSTRAINT pages_posting_hours_from_check CHECK (posting_hours_from = date_trunc('minute'::text, posting_hours_from::interval)::time without time zone),
  CONSTRAINT pages_posting_hours_until_check CHECK (posting_hours_until = date_trunc('minute'::text, posting_hours_until::interval)::time without time zone),
  CONSTRAINT pages_posting_hours_zone_check CHECK (posting_hours_zone ~ '^(UTC|[A-Za-z_]+/[A-Za-z0-9_+/-]+)$'::text AND ('2000-06-01 00:00:00+00'::timestamp with time zone AT TIME ZONE posting_hours_zone) > '2000-01-01 00:00:00'::timestamp without time zone),
  CONSTRAINT pages_refusal_kind_check CHECK (refusal_kind = ANY (ARRAY['rate_limited'::text, 'content'::text, 'logged_out'::text, 'broken'::text])),
  CONSTRAINT pages_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  CONSTRAINT pages_runner_id_fkey FOREIGN KEY (runner_id) REFERENCES runners(id)
) WITH (fillfactor=80);
CREATE INDEX pages_by_text ON pages USING gin (((((((name || '
'::text) || username) || '
'::text) || creator_id) || '
'::text) || guid::text) gin_trgm_ops);
CREATE INDEX pages_linked ON pages USING btree (owner_id, guid) WHERE unlinked_at IS NULL;
CREATE INDEX pages_of_runner ON pages USING btree (runner_id) WHERE runner_id IS NOT NULL;

CREATE TABLE pending_screenshots (
  posting_id uuid NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  try_after timestamp with time zone DEFAULT now() NOT NULL,
  owner_id uuid NOT NULL,
  turn bigint,
  preview_token uuid DEFAULT gen_random_uuid() NOT NULL,
  CONSTRAINT pending_screenshots_pkey PRIMARY KEY (posting_id),
  CONSTRAINT pending_screenshots_posting_id_fkey FOREIGN KEY (posting_id) REFERENCES page_postings(id)
) WITH (fillfactor=70);
CREATE INDEX pending_screenshots_by_turn ON pending_screenshots USING btree (turn);
CREATE INDEX pending_screenshots_of_owner ON pending_screenshots USING btree (owner_id, turn);
CREATE TRIGGER pending_screenshots_owner BEFORE INSERT ON pending_screenshots FOR EACH ROW WHEN (new.owner_id IS NULL) EXECUTE FUNCTION set_screenshot_owner();

CREATE TABLE posting_transitions (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  posting_id uuid NOT NULL,
  from_status text NOT NULL,
  to_status text NOT NULL,
  duration_ms bigint NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT posting_transitions_pkey PRIMARY KEY (id),
  CONSTRAINT posting_transitions_posting_id_fkey FOREIGN KEY (posting_id) REFERENCES page_postings(id)
);
CREATE INDEX posting_transitions_of_posting ON posting_transitions USING btree (posting_id);

CREATE TABLE presets (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  owner_id uuid NOT NULL,
  name text NOT NULL,
  rules jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT presets_pkey PRIMARY KEY (id),
  CONSTRAINT presets_name_check CHECK (name ~ '\S'::text),
  CONSTRAINT presets_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id)
);
CREATE INDEX presets_of_owner ON presets USING btree (owner_id);

CREATE TABLE problem_reports (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_id uuid NOT NULL,
  sentence text NOT NULL,
  build_id text NOT NULL,
  request_ids text[] NOT NULL,
  is_cut boolean NOT NULL,
  log text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT problem_reports_pkey PRIMARY KEY (id),
  CONSTRAINT problem_reports_log_check CHECK (octet_length(log) <= 2097152),
  CONSTRAINT problem_reports_sentence_check CHECK (sentence ~ '\S'::text),
  CONSTRAINT problem_reports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX problem_reports_by_time ON problem_reports USING btree (created_at, id);
CREATE INDEX problem_reports_of_user ON problem_reports USING btree (user_id);

CREATE TABLE queueings (
  assistant_id uuid NOT NULL,
  page_guids uuid[] NOT NULL,
  flyers json NOT NULL,
  gap_hours integer NOT NULL,
  duplicate_hours integer NOT NULL,
  postings_per_page integer NOT NULL,
  pages_done integer DEFAULT 0 NOT NULL,
  CONSTRAINT queueings_pkey PRIMARY KEY (assistant_id),
  CONSTRAINT queueings_postings_per_page_check CHECK (postings_per_page > 0),
  CONSTRAINT queueings_assistant_id_fkey FOREIGN KEY (assistant_id) REFERENCES assistants(id)
);

CREATE TABLE rate_limits (
  key character varying(255) NOT NULL,
  points integer DEFAULT 0 NOT NULL,
  expire bigint,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);

CREATE TABLE repeat_runs (
  repeat_id uuid NOT NULL,
  planned_at timestamp with time zone NOT NULL,
  ran_at timestamp with time zone DEFAULT now() NOT NULL,
  copy_id uuid,
  problem text,
  CONSTRAINT repeat_runs_pkey PRIMARY KEY (repeat_id, planned_at),
  CONSTRAINT repeat_runs_check CHECK ((copy_id IS NULL) = (problem IS NOT NULL)),
  CONSTRAINT repeat_runs_copy_id_fkey FOREIGN KEY (copy_id) REFERENCES assistants(id),
  CONSTRAINT repeat_runs_repeat_id_fkey FOREIGN KEY (repeat_id) REFERENCES repeats(assistant_id) ON DELETE CASCADE
);

CREATE TABLE repeats (
  assistant_id uuid NOT NULL,
  every_days integer,
  weekdays integer[] DEFAULT '{}'::integer[] NOT NULL,
  local_time text NOT NULL,
  time_zone text NOT NULL,
  starts_on date NOT NULL,
  ends_on date,
  max_runs integer,
  runs integer DEFAULT 0 NOT NULL,
  paused_at timestamp with time zone,
  next_at timestamp with time zone,
  CONSTRAINT repeats_pkey PRIMARY KEY (assistant_id),
  CONSTRAINT repeats_check CHECK ((every_days IS NULL) = (weekdays <> '{}'::integer[])),
  CONSTRAINT repeats_check1 CHECK (runs <= max_runs),
  CONSTRAINT repeats_every_days_check CHECK (every_days >= 1 AND every_days <= 365),
  CONSTRAINT repeats_local_time_check CHECK (local_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text),
  CONSTRAINT repeats_max_runs_check CHECK (max_runs > 0),
  CONSTRAINT repeats_runs_check CHECK (runs >= 0),
  CONSTRAINT repeats_weekdays_check CHECK (weekdays <@ '{1,2,3,4,5,6,7}'::integer[]),
  CONSTRAINT repeats_assistant_id_fkey FOREIGN KEY (assistant_id) REFERENCES assistants(id)
);
CREATE INDEX repeats_by_next_time ON repeats USING btree (next_at) WHERE next_at IS NOT NULL AND paused_at IS NULL;

CREATE TABLE runners (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  secret_hash bytea NOT NULL,
  code_hash bytea,
  code_expires_at timestamp with time zone NOT NULL,
  owner_id uuid,
  host_name text NOT NULL,
  version text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  paired_at timestamp with time zone,
  last_contact_at timestamp with time zone,
  ended_at timestamp with time zone,
  CONSTRAINT runners_pkey PRIMARY KEY (id),
  CONSTRAINT runners_code_hash_key UNIQUE (code_hash),
  CONSTRAINT runners_secret_hash_key UNIQUE (secret_hash),
  CONSTRAINT runners_check CHECK (num_nulls(owner_id, paired_at) = ANY (ARRAY[0, 2])),
  CONSTRAINT runners_check1 CHECK (owner_id IS NULL OR code_hash IS NULL),
  CONSTRAINT runners_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id)
);
CREATE INDEX runners_of_owner ON runners USING btree (owner_id) WHERE owner_id IS NOT NULL;

CREATE TABLE saved_views (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  admin_id uuid NOT NULL,
  table_name text NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  is_default boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT saved_views_pkey PRIMARY KEY (id),
  CONSTRAINT saved_views_admin_id_table_name_name_key UNIQUE (admin_id, table_name, name),
  CONSTRAINT saved_views_name_check CHECK (name = btrim(name) AND name <> ''::text),
  CONSTRAINT saved_views_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX saved_views_default ON saved_views USING btree (admin_id, table_name) WHERE is_default;

CREATE TABLE scheduled_jobs (
  name text NOT NULL,
  enqueued_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT scheduled_jobs_pkey PRIMARY KEY (name)
);

CREATE TABLE schema_compatibility (
  is_only_row boolean DEFAULT true NOT NULL,
  oldest_program bigint NOT NULL,
  CONSTRAINT schema_compatibility_pkey PRIMARY KEY (is_only_row),
  CONSTRAINT schema_compatibility_is_only_row_check CHECK (is_only_row)
);
COMMENT ON COLUMN schema_compatibility.oldest_program IS 'A program whose newest migration has a smaller timestamp does not work with this schema. Set by migrations that remove what a former version needs.';

CREATE TABLE sessions (
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  browser text DEFAULT ''::text NOT NULL,
  last_used_at timestamp with time zone DEFAULT now() NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT sessions_pkey PRIMARY KEY (token_hash),
  CONSTRAINT sessions_id_key UNIQUE (id),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_expiry ON sessions USING btree (expires_at);
CREATE INDEX sessions_of_user ON sessions USING btree (user_id);

CREATE TABLE site_pack_pages (
  page_guid uuid NOT NULL,
  version integer NOT NULL,
  stage text NOT NULL,
  CONSTRAINT site_pack_pages_pkey PRIMARY KEY (page_guid),
  CONSTRAINT site_pack_pages_stage_check CHECK (stage = ANY (ARRAY['canary'::text, 'few'::text])),
  CONSTRAINT site_pack_pages_page_guid_fkey FOREIGN KEY (page_guid) REFERENCES pages(guid) ON DELETE CASCADE,
  CONSTRAINT site_pack_pages_version_fkey FOREIGN KEY (version) REFERENCES site_packs(version) ON DELETE CASCADE
);
CREATE INDEX site_pack_pages_of_version ON site_pack_pages USING btree (version);

CREATE TABLE site_pack_tries (
  version integer NOT NULL,
  page_guid uuid NOT NULL,
  outcome text NOT NULL,
  reason text,
  at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT site_pack_tries_pkey PRIMARY KEY (version, page_guid),
  CONSTRAINT site_pack_tries_outcome_check CHECK (outcome = ANY (ARRAY['refused'::text, 'failed'::text, 'posted'::text])),
  CONSTRAINT site_pack_tries_page_guid_fkey FOREIGN KEY (page_guid) REFERENCES pages(guid) ON DELETE CASCADE,
  CONSTRAINT site_pack_tries_version_fkey FOREIGN KEY (version) REFERENCES site_packs(version) ON DELETE CASCADE
);
CREATE INDEX site_pack_votes ON site_pack_tries USING btree (version) WHERE outcome <> 'refused'::text;

CREATE TABLE site_packs (
  version integer NOT NULL,
  pack jsonb NOT NULL,
  stage text DEFAULT 'canary'::text NOT NULL,
  published_at timestamp with time zone DEFAULT now() NOT NULL,
  withdrawn_at timestamp with time zone,
  withdrawn_reason text,
  withdrawn_by uuid,
  CONSTRAINT site_packs_pkey PRIMARY KEY (version),
  CONSTRAINT site_packs_check CHECK ((stage = 'withdrawn'::text) = (withdrawn_at IS NOT NULL AND withdrawn_reason IS NOT NULL)),
  CONSTRAINT site_packs_stage_check CHECK (stage = ANY (ARRAY['canary'::text, 'few'::text, 'all'::text, 'withdrawn'::text])),
  CONSTRAINT site_packs_version_check CHECK (version > 0),
  CONSTRAINT site_packs_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES pages(guid) ON DELETE SET NULL
);
CREATE UNIQUE INDEX site_packs_rolling ON site_packs USING btree ((true)) WHERE stage = ANY (ARRAY['canary'::text, 'few'::text]);

CREATE TABLE sql_functions (
  name text NOT NULL,
  hash text NOT NULL,
  CONSTRAINT sql_functions_pkey PRIMARY KEY (name)
);

CREATE TABLE structure_reports (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  page_guid uuid NOT NULL,
  posting_id uuid,
  site_pack_version integer NOT NULL,
  what text NOT NULL,
  missing text[] NOT NULL,
  structure text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT structure_reports_pkey PRIMARY KEY (id),
  CONSTRAINT structure_reports_what_check CHECK (what = ANY (ARRAY['probe'::text, 'post'::text])),
  CONSTRAINT structure_reports_page_guid_fkey FOREIGN KEY (page_guid) REFERENCES pages(guid) ON DELETE CASCADE,
  CONSTRAINT structure_reports_posting_id_fkey FOREIGN KEY (posting_id) REFERENCES page_postings(id) ON DELETE CASCADE
);
CREATE INDEX structure_reports_by_time ON structure_reports USING btree (created_at);
CREATE INDEX structure_reports_of_page ON structure_reports USING btree (page_guid, created_at);
CREATE INDEX structure_reports_of_posting ON structure_reports USING btree (posting_id) WHERE posting_id IS NOT NULL;

CREATE TABLE tasks (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  owner_id uuid NOT NULL,
  assistant_id uuid NOT NULL,
  sequence_order integer NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  file_id uuid,
  archived_at timestamp with time zone,
  pending_count integer DEFAULT 0 NOT NULL,
  posting_count integer DEFAULT 0 NOT NULL,
  posted_count integer DEFAULT 0 NOT NULL,
  completed_count integer DEFAULT 0 NOT NULL,
  failed_count integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  stored_status text GENERATED ALWAYS AS (
CASE
    WHEN archived_at IS NOT NULL THEN 'archived'::text
    ELSE status_by_counts(pending_count::bigint, posting_count::bigint, posted_count::bigint, completed_count::bigint, failed_count::bigint)
END) STORED NOT NULL,
  CONSTRAINT tasks_pkey PRIMARY KEY (id),
  CONSTRAINT tasks_completed_count_check CHECK (completed_count >= 0),
  CONSTRAINT tasks_failed_count_check CHECK (failed_count >= 0),
  CONSTRAINT tasks_pending_count_check CHECK (pending_count >= 0),
  CONSTRAINT tasks_posted_count_check CHECK (posted_count >= 0),
  CONSTRAINT tasks_posting_count_check CHECK (posting_count >= 0),
  CONSTRAINT tasks_sequence_order_check CHECK (sequence_order >= 0),
  CONSTRAINT tasks_assistant_id_fkey FOREIGN KEY (assistant_id) REFERENCES assistants(id),
  CONSTRAINT tasks_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT tasks_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id)
) WITH (fillfactor=80);
CREATE INDEX tasks_by_text ON tasks USING gin (description gin_trgm_ops);
CREATE INDEX tasks_of_assistant ON tasks USING btree (assistant_id, sequence_order);
CREATE INDEX tasks_of_file ON tasks USING btree (file_id);
CREATE INDEX tasks_of_owner ON tasks USING btree (owner_id, stored_status);

CREATE TABLE unused_blobs (
  key text NOT NULL,
  delete_after timestamp with time zone NOT NULL,
  CONSTRAINT unused_blobs_pkey PRIMARY KEY (key)
);
CREATE INDEX unused_blobs_due ON unused_blobs USING btree (delete_after);

CREATE TABLE used_proofs (
  proof_hash bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT used_proofs_pkey PRIMARY KEY (proof_hash)
);

CREATE TABLE users (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  telegram_id text NOT NULL,
  username text NOT NULL,
  first_name text DEFAULT ''::text NOT NULL,
  last_name text DEFAULT ''::text NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  is_admin boolean DEFAULT false NOT NULL,
  is_posting_active boolean DEFAULT false NOT NULL,
  posting_switched_at timestamp with time zone,
  credits_balance integer DEFAULT 0 NOT NULL,
  credits_purchased integer DEFAULT 0 NOT NULL,
  credits_spent integer DEFAULT 0 NOT NULL,
  last_login_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  admin_by_setting boolean DEFAULT false NOT NULL,
  language text DEFAULT 'en'::text NOT NULL,
  erased_at timestamp with time zone,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_telegram_id_key UNIQUE (telegram_id),
  CONSTRAINT users_credits_balance_check CHECK (credits_balance >= 0),
  CONSTRAINT users_credits_purchased_check CHECK (credits_purchased >= 0),
  CONSTRAINT users_credits_spent_check CHECK (credits_spent >= 0),
  CONSTRAINT users_erased CHECK (erased_at IS NULL OR NOT (is_active OR is_admin OR is_posting_active)),
  CONSTRAINT users_language_check CHECK (language = ANY (ARRAY['en'::text, 'ru'::text]))
) WITH (fillfactor=80);
CREATE INDEX users_by_age ON users USING btree (created_at, id);
CREATE INDEX users_by_text ON users USING gin (((((((telegram_id || '
'::text) || username) || '
'::text) || first_name) || ' '::text) || last_name) gin_trgm_ops);
CREATE INDEX users_deactivated ON users USING btree (id) WHERE NOT is_active;
CREATE INDEX users_posting ON users USING btree (id) WHERE is_posting_active;
CREATE TRIGGER users_end_sessions_on_deactivation AFTER UPDATE OF is_active ON users FOR EACH ROW WHEN (old.is_active AND NOT new.is_active) EXECUTE FUNCTION end_sessions_of_deactivated_user();

CREATE TABLE worker_heartbeats (
  worker_id text NOT NULL,
  seen_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT worker_heartbeats_pkey PRIMARY KEY (worker_id)
);

CREATE VIEW admin_acts AS
 SELECT id,
    seq,
    admin_id,
    target_id,
    event AS act,
    details,
    at
   FROM audit_events;

CREATE VIEW bot_delivered_pictures AS
 SELECT posting_id
   FROM bot_delivered_screenshots;

CREATE VIEW bot_picture_requests AS
 SELECT assistant_id,
    requested_at
   FROM bot_screenshot_requests;

CREATE VIEW next_tasks AS
 SELECT DISTINCT ON (t.owner_id, t.assistant_id) t.owner_id,
    t.assistant_id,
    t.id AS task_id
   FROM users u
     JOIN tasks t ON t.owner_id = u.id AND t.stored_status = 'in_queue'::text
     JOIN assistants a ON a.id = t.assistant_id AND a.pause_reason IS NULL AND a.deleted_at IS NULL
  WHERE u.is_active AND u.is_posting_active
  ORDER BY t.owner_id, t.assistant_id, t.sequence_order, t.id;

-- Functions, each with a hash of its text. The texts are in the SQL files of the areas, and in
-- functions/constants.ts.
-- add_flyer_file(of_owner uuid, its_sha256 text, its_type text, bytes integer, its_width integer, its_height integer, quota_bytes bigint) RETURNS uuid: b881e1534270451d7420be3014061acb
-- approve_site_pack(of_version integer) RETURNS boolean: 5258d9a2af87aae7db43ec11c5e41637
-- assistant_status(deleted_at timestamp with time zone, queued_at timestamp with time zone, pause_reason text, pending bigint, posting bigint, posted bigint, completed bigint, failed bigint, is_next boolean, switch_on boolean) RETURNS text: 0168acdfeb9f10494a3d83265e34f160
-- cancel_postings(ids uuid[], message text, code text, to_archive boolean) RETURNS void: 962c9299257e0eacde49e4668688c63d
-- cancel_postings_of_assistant(of_assistant uuid, batch integer) RETURNS integer: 99e4e07738ffb31795b6a2edfb93bdf2
-- cancel_postings_of_offline_pages(batch integer) RETURNS integer: 1ef9496e643f0dfba6a319a08d3d5fd2
-- cancel_postings_of_unlinked_pages(of_pages uuid[], batch integer) RETURNS integer: 9c0d9b539538542367ceda3a7f4ecc8d
-- charge_pages(for_postings uuid[]) RETURNS void: 800285923d70094ad6e09578a9d4823c
-- choose_site_pack_pages(of_version integer) RETURNS void: 1d8ea9d5be16b7ce82046243c0259770
-- choose_site_pack_pages_soon() RETURNS void: 59b6b79681e8e73cd54293414ccf052e
-- claim_due_screenshots(max_count integer, lost_after interval) RETURNS TABLE(posting_id uuid, tries integer, owner_id uuid, is_sent boolean, picture_file_id uuid, preview_token uuid): 4ccd9f20fec18d536f3f6312332af2af
-- claim_posting(of_page uuid, by_device uuid, new_token_hash bytea, lease_seconds integer, OUT outcome text, OUT id uuid, OUT description text, OUT file_id uuid, OUT scheduled_for timestamp with time zone, OUT lease_expires_at timestamp with time zone, OUT attempt integer, OUT charged boolean) RETURNS record: d13c84401e94665291b19a6ea961b81a
-- claim_postings(of_pages uuid[], by_devices uuid[], new_token_hashes bytea[], lease_seconds integer) RETURNS TABLE(page_guid uuid, outcome text, id uuid, description text, file_id uuid, scheduled_for timestamp with time zone, lease_expires_at timestamp with time zone, attempt integer, charged boolean): d06a0a7600ab610aad17e2b96abaf81d
-- claimable_at(of_page uuid) RETURNS timestamp with time zone: d156a67e3298fd76c8e3a12c5895b1d9
-- count_pending_postings(at_most integer, OUT counted bigint, OUT oldest_queued_at timestamp with time zone) RETURNS record: 853bd0adbb7408d08aaa84df277a7774
-- count_site_pack_votes(of_version integer, OUT posted integer, OUT failed integer, OUT needed integer) RETURNS record: 2a73891eb928d23a66a1d5959667c5ee
-- counted_times(of_page uuid, since timestamp with time zone) RETURNS timestamp with time zone[]: 3062853e0cf3eea975a57bfca16fbd4e
-- due_at(of_posting uuid) RETURNS TABLE(due_at timestamp with time zone): 7c8399302e4f2603aff5188001f757dc
-- end_lost_claims(of_pages uuid[], OUT requeued integer, OUT failed integer, OUT unconfirmed integer) RETURNS record: 856a38713d76f458227ffa5bded207db
-- end_sessions_of_deactivated_user() RETURNS trigger: 6240ca1695b22658677abaa0e1a680bd
-- enqueue_screenshot_delivery(of_assistant uuid, has_ended boolean) RETURNS void: 5e9fc1a9f9ed19f6f0eccf95e2f98056
-- extend_lease(device_secret_hash bytea, of_posting uuid, token_hash bytea, lease_seconds integer, is_submitting boolean, OUT device_known boolean, OUT posting_known boolean, OUT token_fits boolean, OUT status text, OUT report text, OUT moved boolean, OUT lease_expires_at timestamp with time zone) RETURNS record: 718d97239d0b22c69d617bb5fab2a6c1
-- extend_leases(device_secret_hashes bytea[], of_postings uuid[], token_hashes bytea[], lease_seconds integer, is_submitting boolean) RETURNS TABLE(posting_id uuid, lease_expires_at timestamp with time zone): 9fdc903df3efcdcd6861880ace987d19
-- failures_of_no_pack() RETURNS text[]: 51e95e04a611c1fd97d69aea4260d77a
-- feed_checks_of(of_page uuid, settle_seconds integer) RETURNS TABLE(posting_id uuid, attempt integer, kind text, task_id uuid, external_post_id text, earliest timestamp with time zone, latest timestamp with time zone, due_at timestamp with time zone): 0459e0244a731577b0e1eb6da614c900
-- first_claimable(of_page uuid) RETURNS TABLE(id uuid): c136c010dd170d8a0dfe3261b0524ca7
-- flyer_bytes_of(of_owner uuid) RETURNS bigint: 48a62f1702c276b04d4203acdc6e7586
-- has_limits(g pages) RETURNS boolean: 92347ef4e1d8e77b9cbe2350b7262372
-- hint_site_packs() RETURNS void: f53578e7536eb2e881f311d0028f1791
-- is_established(u users) RETURNS boolean: 69ab7abc8c33e4a21d96ffa17b4da1a1
-- is_in_hours(at timestamp with time zone, hours_from time without time zone, hours_until time without time zone, zone text) RETURNS boolean: 34459339a748343065cf119b9d003636
-- is_running(a assistants) RETURNS boolean: bb612a275fca3269d1d074a6e3519114
-- is_wanted(of_posting uuid) RETURNS boolean: 90ff791a71c2dfb0d627db979bb7ae07
-- keep_owners_of(of_postings uuid[]) RETURNS void: 78bc50c99ab2cf5e5def63de32b5e04d
-- keeps_from_pack(t site_pack_tries, page_health text, in_use integer, in_use_since timestamp with time zone) RETURNS boolean: d28b4d4158afb633d7fd03c4121ddaf8
-- list_unused_blobs() RETURNS trigger: 74c7a6c3b859222ebb76a5a115eef9c4
-- lock_pages_of(ids uuid[]) RETURNS void: e28ca8e2d1a4935cea838b9f10a93b61
-- mark_posted(of_postings uuid[], token_hashes bytea[], external_ids text[], said_posted_at timestamp with time zone[]) RETURNS void: 9942802145a404f3fa83ab98e3f7f1b3
-- mark_screenshot() RETURNS trigger: 1e8d1f9c6c2b48b0a063b50965d7fe33
-- max_posting_tries() RETURNS integer: 098cd3c5deb625ef1f990be2a52487db
-- max_refunds_after_submitting() RETURNS integer: 098cd3c5deb625ef1f990be2a52487db
-- may_post_now(of_page uuid) RETURNS boolean: 2d8f62a453360b4af2139eb99ef58824
-- needs_fee(g pages) RETURNS boolean: e02c015434b0977d7733f8904c52eb5d
-- next_posting(of_page uuid, can_schedule boolean) RETURNS TABLE(id uuid, assistant_id uuid, due_at timestamp with time zone): 3af5993654d7473fd8c64f73d2e6ebc4
-- next_time_in_hours(earliest timestamp with time zone, hours_from time without time zone, hours_until time without time zone, zone text) RETURNS timestamp with time zone: 9bd6559c2471f78d5127197b28049429
-- note_refusal(of_page uuid, kind text, retry_after_seconds integer) RETURNS void: 9e40b678d63c0db5ea34190335757ee0
-- offline_page_fails_after() RETURNS interval: c757e16a0b5fdba15b3682a246b84838
-- page_day() RETURNS interval: c757e16a0b5fdba15b3682a246b84838
-- page_day_credits() RETURNS integer: edf885096e13e2f07b0bb60ca664b408
-- page_pause_kinds() RETURNS text[]: 85b2f3eef5245cab26b2a3c32f13a295
-- page_postings_after_update() RETURNS trigger: b44fc954331de24b06268e95b218f8ad
-- page_postings_before_status() RETURNS trigger: c4e6eca080a70732b70ce72cb5bd5523
-- page_postings_site_pack() RETURNS trigger: cf86e870f93e79595c4206afccbebf3b
-- pay_page_day(of_page uuid, for_posting uuid, OUT affordable boolean, OUT charged boolean) RETURNS record: 1c5a21223a06af0c23b67cb8ba2831a6
-- permitted_time(earliest timestamp with time zone, times timestamp with time zone[], max_posts integer, gap_minutes integer, hours_from time without time zone, hours_until time without time zone, zone text, whole_minutes boolean) RETURNS timestamp with time zone: 1e2503920f8a67dd10eb4fb561e9e9c4
-- permitted_time_of_page(of_page uuid, earliest timestamp with time zone, whole_minutes boolean) RETURNS timestamp with time zone: 70fcdc8d8fc8515462c030dbdbc55735
-- proven_failures() RETURNS text[]: 998db416c190505772e0e721bfe9e8d2
-- rate_limit_pause() RETURNS interval: 6d64d4ccac1867043683fd278c900fd2
-- record_lack_of_credits() RETURNS trigger: 7a035f1482d34f67d09b519adffc5609
-- refund_charge(of_page uuid, of_posting uuid, of_charge uuid) RETURNS void: eacd1e4bf98d9c88c3dc27014bfe0b2d
-- refusals_in_a_row() RETURNS integer: 098cd3c5deb625ef1f990be2a52487db
-- refusals_pause() RETURNS interval: c757e16a0b5fdba15b3682a246b84838
-- refuse_audit_change() RETURNS trigger: 3c40b552ecdf4563c7e92bf701dd96f0
-- refuse_ledger_change() RETURNS trigger: 70b8e1da8d1ced07572ae103112d3fde
-- renew_page_days(of_pages uuid[]) RETURNS void: 1f4292fe1f2662bd4087d917fa204b8f
-- repeated_rate_limit_pause() RETURNS interval: 0bc4ac22a84352c4d4c9595f82d4eb67
-- report_claim(device_secret_hash bytea, of_posting uuid, token_hash bytea, what text, external_id text, said_posted_at timestamp with time zone, message text, code text, OUT device_known boolean, OUT posting_known boolean, OUT token_fits boolean, OUT status text, OUT report text, OUT moved boolean) RETURNS record: 55c1c92c1098bf527f55c9a1efe55b44
-- report_failure(device_secret_hash bytea, of_posting uuid, token_hash bytea, message text, code text, retry_after_seconds integer, OUT device_known boolean, OUT posting_known boolean, OUT token_fits boolean, OUT status text, OUT report text, OUT moved boolean) RETURNS record: 29fdaa82f943b94c4c0d9f01c426ad0b
-- report_feed_check(device_secret_hash bytea, of_posting uuid, of_attempt integer, verdict text, external_id text, of_path text, settle_seconds integer, OUT device_known boolean, OUT known_status text, OUT is_posted boolean) RETURNS record: f3897ee4261faa8123393f920e2fc7e3
-- report_posted_claims(device_secret_hashes bytea[], of_postings uuid[], token_hashes bytea[], external_ids text[], said_posted_at timestamp with time zone[]) RETURNS SETOF uuid: 2d441e3bed2d429eb78f1d432212a5fc
-- schedule_ahead() RETURNS interval: fa149b95c87a60b594dd8e29deccb5d9
-- set_screenshot_owner() RETURNS trigger: beb4025ab58124f5af46e47761596a68
-- site_pack_canary_pages() RETURNS integer: 098cd3c5deb625ef1f990be2a52487db
-- site_pack_confirmed(of_version integer, by_page uuid) RETURNS void: 7b12e4feb483790c3bb57292b99732c5
-- site_pack_failed(of_version integer, by_page uuid, reason text) RETURNS void: f3114072a3863536cfec2333825162ca
-- site_pack_few_pages() RETURNS integer: edf885096e13e2f07b0bb60ca664b408
-- site_pack_owners() RETURNS integer: 098cd3c5deb625ef1f990be2a52487db
-- site_pack_owners_of_canary() RETURNS integer: ba0a51797fd7840b943fe0e4ef0365ef
-- site_pack_voter_age() RETURNS interval: 62adffa305f326d33a158447cd4c0b21
-- site_pack_voters(OUT needed integer, OUT only_established boolean) RETURNS record: 502344b55b3b18508b7f1e5b9ed11a68
-- start_claims(of_postings uuid[], by_devices uuid[], token_hashes bytea[], publish_times timestamp with time zone[], lease_end timestamp with time zone) RETURNS void: d047900fe6c89cf2eb0e396ee076b13e
-- status_by_counts(pending bigint, posting bigint, posted bigint, completed bigint, failed bigint) RETURNS text: 349621b930c3981031069be12bfaf880
-- status_now(by_counts text, posting bigint, is_next boolean, switch_on boolean) RETURNS text: bedfb161b18ba6166660698f133e8313
-- sweep_leases(batch integer, OUT requeued integer, OUT failed integer, OUT unconfirmed integer) RETURNS record: 9811fad3a27380b7043457cda86479a7
-- went_out_since(of_page uuid, but_posting uuid, moment timestamp with time zone) RETURNS boolean: 2a3cdd2099f590633b4a93a3b0e38743
-- withdraw_site_pack(of_version integer, reason text, by_page uuid) RETURNS boolean: af0cd558360ba09ad11dd1a78f2eb143
