/** The tables that COPY fills, in this order, with their columns. */
export const SEED_COLUMNS = {
  users: `id telegram_id username first_name last_name is_active is_admin is_posting_active posting_switched_at
    credits_balance credits_purchased credits_spent last_login_at created_at`,
  pages: `guid owner_id creator_id name username tags linked_at last_polled_at paid_until credits_charged unused_charge_id`,
  assistants: 'id owner_id name posting_rules queued_at started_at created_at updated_at',
  files: 'id owner_id sha256 content_type byte_size width height created_at',
  tasks: `id owner_id assistant_id sequence_order description file_id archived_at pending_count posting_count posted_count
    completed_count failed_count created_at updated_at`,
  page_postings: `id owner_id assistant_id task_id page_guid status status_since queued_at sequence_order is_duplicate
    duplicate_of run_index delay_hours gap_hours claimed_at publish_at
    posted_at report external_post_id charge_id retry_count expired_lease_count error_message error_code pending_ms posting_ms
    posted_ms failed_ms pending_visits posting_visits posted_visits completed_visits failed_visits transitions_count
    created_at updated_at archived total_ms`,
  in_flight: 'page_guid posting_id owner_id claim_token_hash claimed_at lease_expires_at',
  pending_screenshots: 'posting_id try_after owner_id turn',
  posting_transitions: 'posting_id from_status to_status duration_ms at',
  credit_transactions: `id user_id transaction_type amount balance_after description page_guid posting_id refund_of
    idempotency_key created_at`,
} as const;

export type SeedTable = keyof typeof SEED_COLUMNS;
export const SEED_TABLES = Object.keys(SEED_COLUMNS) as SeedTable[];

export type Cell = string | number | boolean | Date | null;

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function cellText(cell: Cell): string {
  if (cell === null) return '\\N';
  if (typeof cell === 'string') return cell.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character);
  if (cell instanceof Date) return cell.toISOString();
  return typeof cell === 'boolean' ? (cell ? 't' : 'f') : String(cell);
}

/** One row in COPY's text format. */
export const lineOf = (cells: readonly Cell[]) => `${cells.map(cellText).join('\t')}\n`;

export type Write = (table: SeedTable, cells: readonly Cell[]) => void;
