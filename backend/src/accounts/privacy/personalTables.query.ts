import { NO_RULES } from '@flyerdeck/contracts';

export interface PersonalTable {
  readonly table: string;
  readonly of: string;
  /** $1 is an array of tasks: a user may have a million of these rows. */
  readonly isByTask?: true;
  readonly exported?: string;
  readonly order?: string;
  /** Rows to which the ledger refers stay without texts. Undefined: rows stay, or another step deletes them. */
  readonly erased?: 'delete' | Readonly<Record<string, string>>;
}

const OWN_PAGES = 'page_guid IN (SELECT guid FROM pages WHERE owner_id = $1)';
const OWN_ASSISTANTS = 'IN (SELECT id FROM assistants WHERE owner_id = $1)';
/** While the account is erased, only the erasure has the id. */
const TELEGRAM_ID =
  '(SELECT telegram_id FROM users WHERE id = $1 AND erased_at IS NULL UNION ALL SELECT telegram_id FROM erasures WHERE user_id = $1)';
/** The person may have signed in again since the erasure. */
const BEFORE_RETURN = `coalesce((SELECT u.created_at FROM erasures e JOIN users u USING (telegram_id) WHERE e.user_id = $1), 'infinity')`;
const FILE_PATH = `CASE WHEN is_screenshot THEN 'screenshots/' ELSE 'flyers/' END || id || CASE content_type
  WHEN 'image/jpeg' THEN '.jpg' WHEN 'image/png' THEN '.png' WHEN 'image/webp' THEN '.webp' WHEN 'image/gif' THEN '.gif' ELSE '' END`;

const nulls = (columns: string) => Object.fromEntries(columns.split(' ').map((column) => [column, 'NULL']));

/** Rows come before those to which they refer. A list of `data.json` has the name of its table. */
export const PERSONAL_TABLES: readonly PersonalTable[] = [
  {
    // Its erasure begins with the row of the user (erasure.query.ts).
    table: 'users',
    of: 'id = $1',
    exported:
      'id, telegram_id, username, first_name, last_name, language, credits_balance, is_posting_active, created_at, last_login_at, quiet_from, quiet_until, digest_at, bot_time_zone, messages_refused_at',
  },
  {
    table: 'sessions',
    of: 'user_id = $1',
    exported: 'browser, created_at, last_used_at, expires_at, ended_at',
    order: 'created_at',
    erased: 'delete',
  },
  { table: 'pending_screenshots', of: 'owner_id = $1', erased: 'delete' },
  {
    table: 'page_postings',
    isByTask: true,
    of: 'task_id = ANY ($1)',
    exported: `id, task_id, page_guid, status, is_duplicate, created_at, claimed_at, scheduled_for, posted_at, external_post_id, retry_count,
      error_code, error_message, page_text, picture_file_id AS screenshot_file_id, screenshot_error`,
    erased: {
      // Posts without a screenshot are completed without one.
      status: `CASE status WHEN 'posted' THEN 'completed' ELSE status END`,
      ...nulls(
        'page_text external_post_id other_creator_id error_message error_code screenshot_error picture_file_id claim_token_hash',
      ),
    },
  },
  {
    table: 'posting_transitions',
    isByTask: true,
    of: 'posting_id = ANY (ARRAY(SELECT id FROM page_postings WHERE task_id = ANY ($1)))',
    erased: nulls('error_message extension_version'),
  },
  {
    table: 'tasks',
    of: 'owner_id = $1',
    exported: 'id, assistant_id, sequence_order, description, file_id, created_at, archived_at',
    order: 'created_at, id',
    erased: { description: `''`, file_id: 'NULL' },
  },
  {
    // A trigger lists their bytes for deletion. Newest first, because not all may fit into the export.
    table: 'files',
    of: 'owner_id = $1',
    exported: `id, CASE WHEN is_screenshot THEN 'screenshot' ELSE 'flyer' END AS kind,
      CASE WHEN sum(byte_size) OVER (ORDER BY created_at DESC, id) <= $2::bigint
        AND row_number() OVER (ORDER BY created_at DESC, id) <= $3::bigint THEN ${FILE_PATH} END AS path,
      content_type, byte_size, sha256, width, height, created_at`,
    order: 'created_at DESC, id',
    erased: 'delete',
  },
  {
    table: 'credit_transactions',
    of: 'user_id = $1',
    exported: 'id, transaction_type, amount, balance_after, description, page_guid, posting_id, created_at',
    order: 'seq',
    erased: { description: 'transaction_type' },
  },
  {
    // Stays with the ledger: the purchases are accounted for with Telegram by these ids.
    table: 'star_payments',
    of: 'transaction_id IN (SELECT id FROM credit_transactions WHERE user_id = $1)',
    exported: 'charge_id, transaction_id, package_id, stars, refund_requested_at, refunded_at',
    order: 'charge_id',
  },
  {
    table: 'devices',
    of: OWN_PAGES,
    exported: 'id, page_guid, browser, extension_version, requested_page, created_at, bound_at, voided_at',
    order: 'created_at',
    erased: 'delete',
  },
  { table: 'live_posts', of: OWN_PAGES, erased: 'delete' },
  { table: 'structure_reports', of: OWN_PAGES, erased: 'delete' },
  { table: 'site_packs', of: 'owner_id = $1', erased: 'delete' },
  {
    table: 'pages',
    of: 'owner_id = $1',
    exported: `guid, creator_id, name, username, avatar_url, tags, health, extension_version, time_zone, home_count, notifications_count,
      messages_count, max_posts_in_24_hours, min_gap_minutes, to_char(posting_hours_from, 'HH24:MI') AS posting_hours_from,
      to_char(posting_hours_until, 'HH24:MI') AS posting_hours_until, posting_hours_zone, refusal_kind, refused_at, paused_until, linked_at,
      unlinked_at, last_polled_at, paid_until`,
    order: 'linked_at, guid',
    erased: {
      creator_id: 'guid::text',
      name: `''`,
      username: `''`,
      tags: `'{}'`,
      health: `'ok'`,
      time_zone: `'UTC'`,
      refusals: '0',
      has_scheduler: 'true',
      home_count: '0',
      notifications_count: '0',
      messages_count: '0',
      is_awake: 'false',
      ...nulls(
        'avatar_url extension_version unfit_pack missing max_posts_in_24_hours min_gap_minutes posting_hours_from posting_hours_until posting_hours_zone refusal_kind refused_at paused_until next_due_at last_polled_at runner_id',
      ),
    },
  },
  {
    table: 'runners',
    of: 'owner_id = $1',
    exported: 'id, host_name, version, created_at, paired_at, last_contact_at, ended_at',
    order: 'created_at',
    erased: 'delete',
  },
  // After the pages: without their addresses no avatar can be added.
  { table: 'page_avatars', of: OWN_PAGES, erased: 'delete' },
  {
    table: 'assistants',
    of: 'owner_id = $1',
    exported: `id, name, posting_rules, reset_after_posts_list, screenshot_as_file, preset_id, copy_of, pause_reason, created_at, queued_at,
      starts_at, started_at, deleted_at`,
    order: 'created_at',
    erased: {
      name: `''`,
      posting_rules: `'${JSON.stringify(NO_RULES)}'`,
      reset_after_posts_list: `'{}'`,
      flyers_deleted: 'true',
      ...nulls('preset_id copy_of copy_key sheet_key'),
    },
  },
  {
    table: 'repeat_runs',
    of: `repeat_id ${OWN_ASSISTANTS}`,
    exported: 'repeat_id AS assistant_id, planned_at, ran_at, copy_id, problem',
    order: 'planned_at, repeat_id',
  },
  {
    table: 'repeats',
    of: `assistant_id ${OWN_ASSISTANTS}`,
    exported:
      'assistant_id, every_days, weekdays, local_time, time_zone, starts_on, ends_on, max_runs, runs, paused_at, next_at',
    order: 'starts_on, assistant_id',
    erased: 'delete',
  },
  {
    table: 'presets',
    of: 'owner_id = $1',
    exported: 'id, name, rules, created_at',
    order: 'created_at',
    erased: 'delete',
  },
  { table: 'listed_words', of: 'owner_id = $1', exported: 'words', erased: 'delete' },
  {
    table: 'problem_reports',
    of: 'user_id = $1',
    exported: 'id, sentence, build_id, request_ids, is_cut, log, created_at',
    order: 'created_at, id',
    erased: 'delete',
  },
  { table: 'bot_alerts', of: 'user_id = $1', erased: 'delete' },
  { table: 'bot_flyer_parts', of: 'user_id = $1', erased: 'delete' },
  {
    table: 'bot_updates',
    of: `coalesce(body #>> '{message,from,id}', body #>> '{callback_query,from,id}') = ${TELEGRAM_ID} AND received_at < ${BEFORE_RETURN}`,
    exported: 'received_at, body AS update',
    order: 'update_id',
    erased: 'delete',
  },
  {
    table: 'bot_messages',
    of: `chat_id = ${TELEGRAM_ID} AND created_at < ${BEFORE_RETURN}`,
    exported: 'created_at, state, payload AS message',
    order: 'id',
    erased: 'delete',
  },
  {
    table: 'audit_events',
    of: 'target_id = $1',
    exported: 'event AS act, details, at',
    order: 'seq',
    erased: { details: `details - 'description'` },
  },
  {
    table: 'audit_events',
    of: `admin_id = $1 AND event = 'exported'`,
    erased: { details: `details - 'parameters'` },
  },
  {
    table: 'audit_events',
    of: `event = 'exported' AND EXISTS (
      SELECT FROM erasures e, jsonb_each_text(details -> 'parameters') WHERE e.user_id = $1 AND names_person(value, e))`,
    erased: {
      details: `jsonb_set(details, '{parameters}', (SELECT coalesce(jsonb_object_agg(key, value), '{}')
        FROM jsonb_each(details -> 'parameters') JOIN erasures e ON e.user_id = $1 WHERE NOT names_person(value #>> '{}', e)))`,
    },
  },
  {
    table: 'download_tickets',
    of: `admin_id = $1 OR EXISTS (
      SELECT FROM erasures e, jsonb_each_text(parameters) WHERE e.user_id = $1 AND names_person(value, e))`,
    erased: 'delete',
  },
  {
    table: 'rate_limits',
    of: `key LIKE '%' || $1::uuid::text OR key = 'new_session:' || ${TELEGRAM_ID}`,
    erased: 'delete',
  },
  // They end before the job deletes anything (erasure.ts), or with it.
  { table: 'in_flight', of: 'owner_id = $1' },
  { table: 'queueings', of: `assistant_id ${OWN_ASSISTANTS}` },
  { table: 'erasures', of: 'user_id = $1' },
  // The sentence is what everybody is told. It ends with the next change of the pause.
  { table: 'claim_pause', of: 'admin_id = $1' },
];

/** Bytes and hashes that no table of a person refers to any more, and what is the same for all. */
export const IMPERSONAL_TABLES = [
  'blobs',
  'migrations',
  'scheduled_jobs',
  'unused_blobs',
  'used_proofs',
  'worker_heartbeats',
];
