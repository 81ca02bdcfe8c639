import type { AccountExport } from '@flyerdeck/contracts';
import QueryStream from 'pg-query-stream';
import { poolOf } from '../database/pool.ts';
import type { Db } from '../database/statement.ts';

const BATCH_ROWS = 200;

const EXTENSION = `CASE f.content_type WHEN 'image/jpeg' THEN '.jpg' WHEN 'image/png' THEN '.png' WHEN 'image/webp' THEN '.webp'
  WHEN 'image/gif' THEN '.gif' ELSE '' END`;

type Lists = Omit<AccountExport, 'format' | 'exported_at'>;

/** The statement of each list: its columns are the fields of the contract. $1: the user. $2, $3: the most bytes and files. */
const LISTS: Readonly<Record<keyof Lists, string>> = {
  account: `SELECT id, telegram_id, username, first_name, last_name, language, credits_balance, is_posting_active, created_at,
    last_login_at FROM users WHERE id = $1`,
  sessions: `SELECT browser, created_at, last_used_at, expires_at FROM sessions
    WHERE user_id = $1 AND ended_at IS NULL ORDER BY created_at`,
  pages: `SELECT guid, creator_id, name, username, avatar_url, tags, health, extension_version, time_zone, home_count,
    notifications_count, messages_count, max_posts_in_24_hours, min_gap_minutes, to_char(posting_hours_from, 'HH24:MI') AS posting_hours_from,
    to_char(posting_hours_until, 'HH24:MI') AS posting_hours_until, posting_hours_zone, refusal_kind, refused_at, paused_until, linked_at, unlinked_at, last_polled_at, paid_until
    FROM pages WHERE owner_id = $1 ORDER BY linked_at, guid`,
  devices: `SELECT d.id, d.page_guid, d.browser, d.extension_version, d.requested_page, d.created_at, d.bound_at, d.voided_at
    FROM pages g JOIN devices d ON d.page_guid = g.guid WHERE g.owner_id = $1 ORDER BY d.created_at`,
  presets: 'SELECT id, name, rules, created_at FROM presets WHERE owner_id = $1 ORDER BY created_at',
  saved_views: `SELECT id, table_name AS table, name, query, is_default, created_at FROM saved_views
    WHERE admin_id = $1 ORDER BY created_at`,
  listed_words: 'SELECT unnest(words) AS word FROM listed_words WHERE owner_id = $1',
  assistants: `SELECT id, name, posting_rules, reset_after_posts_list, screenshot_as_file, preset_id, copy_of, pause_reason, created_at,
    queued_at, started_at, deleted_at FROM assistants WHERE owner_id = $1 ORDER BY created_at`,
  repeats: `SELECT r.assistant_id, r.every_days, r.weekdays, r.local_time, r.time_zone, r.starts_on, r.ends_on, r.max_runs, r.runs,
    r.paused_at, r.next_at
    FROM assistants a JOIN repeats r ON r.assistant_id = a.id WHERE a.owner_id = $1 ORDER BY a.created_at, a.id`,
  repeat_runs: `SELECT n.repeat_id AS assistant_id, n.planned_at, n.ran_at, n.copy_id, n.problem
    FROM assistants a JOIN repeat_runs n ON n.repeat_id = a.id WHERE a.owner_id = $1 ORDER BY n.planned_at, a.id`,
  tasks: `SELECT id, assistant_id, sequence_order, description, file_id, created_at, archived_at
    FROM tasks WHERE owner_id = $1 ORDER BY created_at, id`,
  postings: `SELECT p.id, p.task_id, p.page_guid, p.status, p.is_duplicate, p.created_at, p.claimed_at, p.scheduled_for,
    p.posted_at, p.external_post_id, p.retry_count, p.error_code, p.error_message, p.picture_file_id AS screenshot_file_id,
    p.screenshot_error FROM tasks t JOIN page_postings p ON p.task_id = t.id WHERE t.owner_id = $1`,
  ledger: `SELECT id, transaction_type, amount, balance_after, description, page_guid, posting_id, created_at
    FROM credit_transactions WHERE user_id = $1 ORDER BY seq`,
  problem_reports: `SELECT id, sentence, build_id, request_ids, is_cut, log, created_at
    FROM problem_reports WHERE user_id = $1 ORDER BY created_at, id`,
  audit_events: 'SELECT event AS act, details, at FROM audit_events WHERE target_id = $1 ORDER BY seq',
  bot_updates: `SELECT received_at, body AS update FROM bot_updates
    WHERE body #>> '{message,from,id}' = (SELECT telegram_id FROM users WHERE id = $1) ORDER BY update_id`,
  bot_messages: `SELECT created_at, state, payload AS message FROM bot_messages
    WHERE chat_id = (SELECT telegram_id FROM users WHERE id = $1) ORDER BY id`,
  // The newest files first: where not all fit, the oldest ones are left out.
  files: `SELECT f.id, CASE WHEN f.is_screenshot THEN 'screenshot' ELSE 'flyer' END AS kind,
    CASE WHEN sum(f.byte_size) OVER newest_first <= $2::bigint AND row_number() OVER newest_first <= $3::bigint
      THEN CASE WHEN f.is_screenshot THEN 'screenshots/' ELSE 'flyers/' END || f.id || ${EXTENSION} END AS path,
    f.content_type, f.byte_size, f.sha256, f.width, f.height, f.created_at
    FROM files f WHERE f.owner_id = $1 WINDOW newest_first AS (ORDER BY f.created_at DESC, f.id)
    ORDER BY f.created_at DESC, f.id`,
};
const NAMES = Object.keys(LISTS) as (keyof Lists)[];

export type ExportedFile = { readonly path: string | null; readonly sha256: string };

/**
 * The JSON text of `AccountExport`, in pieces. Everything is read in one snapshot. Calls `onFile` for each file. Holds a
 * connection until the last piece is taken.
 */
export async function* exportJson(
  db: Db,
  ownerId: string,
  { maxBytes, maxFiles, onFile }: { maxBytes: number; maxFiles: number; onFile(file: ExportedFile): void },
): AsyncGenerator<string> {
  const client = await poolOf(db).connect();
  let isComplete = false;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const exportedAt = new Date().toISOString();
    yield `{"format":"flyerdeck-account-export-1","exported_at":"${exportedAt}"`;
    for (const name of NAMES) {
      yield `,\n"${name}":[`;
      const values = name === 'files' ? [ownerId, maxBytes, maxFiles] : [ownerId];
      const rows = client.query(
        new QueryStream(`SELECT to_json(r) AS row FROM (${LISTS[name]}) r`, values, { batchSize: BATCH_ROWS }),
      );
      let isFirst = true;
      for await (const { row } of rows as AsyncIterable<{ row: object }>) {
        if (name === 'files') onFile(row as ExportedFile);
        yield `${isFirst ? '' : ','}\n${JSON.stringify(row)}`;
        isFirst = false;
      }
      yield ']';
    }
    yield '}\n';
    await client.query('COMMIT');
    isComplete = true;
  } finally {
    // Also when the caller takes no more pieces: then the transaction is still open.
    client.release(!isComplete);
  }
}
