import { AccountExport } from '@flyerdeck/contracts';
import QueryStream from 'pg-query-stream';
import { poolOf } from '../database/pool.ts';
import type { Db } from '../database/statement.ts';

const BATCH_ROWS = 200;

const EXTENSION = `CASE content_type WHEN 'image/jpeg' THEN '.jpg' WHEN 'image/png' THEN '.png' WHEN 'image/webp' THEN '.webp'
  WHEN 'image/gif' THEN '.gif' ELSE '' END`;

type Lists = Omit<AccountExport, 'format' | 'exported_at'>;
type Expressions<Row> = { readonly [Field in keyof Row]?: string };

/**
 * Where the rows of each list come from. Their columns are the fields of the contract; `as` says what a field is when it is not
 * the column of that name. $1: the user. $2, $3: the most bytes and files.
 */
const LISTS: {
  readonly [Name in keyof Lists]: { readonly from: string; readonly as?: Expressions<Lists[Name][number]> };
} = {
  account: { from: 'users WHERE id = $1' },
  sessions: { from: 'sessions WHERE user_id = $1 AND ended_at IS NULL ORDER BY created_at' },
  pages: {
    from: 'pages WHERE owner_id = $1 ORDER BY linked_at, guid',
    as: {
      posting_hours_from: `to_char(posting_hours_from, 'HH24:MI')`,
      posting_hours_until: `to_char(posting_hours_until, 'HH24:MI')`,
    },
  },
  devices: { from: `devices WHERE page_guid IN (SELECT guid FROM pages WHERE owner_id = $1) ORDER BY created_at` },
  runners: { from: 'runners WHERE owner_id = $1 ORDER BY created_at' },
  presets: { from: 'presets WHERE owner_id = $1 ORDER BY created_at' },
  bot_settings: { from: 'bot_settings WHERE user_id = $1' },
  listed_words: { from: 'listed_words WHERE owner_id = $1', as: { word: 'unnest(words)' } },
  assistants: { from: 'assistants WHERE owner_id = $1 ORDER BY created_at' },
  repeats: {
    from: 'repeats WHERE assistant_id IN (SELECT id FROM assistants WHERE owner_id = $1) ORDER BY starts_on, assistant_id',
  },
  repeat_runs: {
    from: 'repeat_runs WHERE repeat_id IN (SELECT id FROM assistants WHERE owner_id = $1) ORDER BY planned_at, repeat_id',
    as: { assistant_id: 'repeat_id' },
  },
  tasks: { from: 'tasks WHERE owner_id = $1 ORDER BY created_at, id' },
  postings: {
    from: 'page_postings WHERE task_id IN (SELECT id FROM tasks WHERE owner_id = $1)',
    as: { screenshot_file_id: 'picture_file_id' },
  },
  ledger: { from: 'credit_transactions WHERE user_id = $1 ORDER BY seq' },
  problem_reports: { from: 'problem_reports WHERE user_id = $1 ORDER BY created_at, id' },
  audit_events: { from: 'audit_events WHERE target_id = $1 ORDER BY seq', as: { act: 'event' } },
  bot_updates: {
    from: `bot_updates
      WHERE coalesce(body #>> '{message,from,id}', body #>> '{callback_query,from,id}') = (SELECT telegram_id FROM users WHERE id = $1) ORDER BY update_id`,
    as: { update: 'body' },
  },
  bot_messages: {
    from: 'bot_messages WHERE chat_id = (SELECT telegram_id FROM users WHERE id = $1) ORDER BY id',
    as: { message: 'payload' },
  },
  // The newest files first: where not all fit, the oldest ones are left out.
  files: {
    from: `files WHERE owner_id = $1 WINDOW newest_first AS (ORDER BY created_at DESC, id) ORDER BY created_at DESC, id`,
    as: {
      kind: `CASE WHEN is_screenshot THEN 'screenshot' ELSE 'flyer' END`,
      path: `CASE WHEN sum(byte_size) OVER newest_first <= $2::bigint AND row_number() OVER newest_first <= $3::bigint
        THEN CASE WHEN is_screenshot THEN 'screenshots/' ELSE 'flyers/' END || id || ${EXTENSION} END`,
    },
  },
};

function statementOf(name: keyof Lists): string {
  const { from, as = {} }: { from: string; as?: Readonly<Record<string, string>> } = LISTS[name];
  const fields = Object.keys(AccountExport.properties[name].items.properties);
  return `SELECT ${fields.map((field) => `${as[field] ?? field} AS "${field}"`).join(', ')} FROM ${from}`;
}
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
        new QueryStream(`SELECT to_json(r)::text AS row FROM (${statementOf(name)}) r`, values, {
          batchSize: BATCH_ROWS,
        }),
      );
      let isFirst = true;
      for await (const { row } of rows as AsyncIterable<{ row: string }>) {
        if (name === 'files') onFile(JSON.parse(row));
        yield `${isFirst ? '' : ','}\n${row}`;
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
