import {
  type ExportUserLedgerBody,
  type LedgerEntry,
  statusLabel,
  TRANSACTION_TYPE_LABELS,
  type TransactionType,
} from '@flyerdeck/contracts';
import { LEDGER_FIELDS, LEDGER_JOINS, type LedgerRow } from '../../credits/ledger.query.ts';
import { isoTimeSql, statement, statementWithIsoTimes } from '../../database/statement.ts';
import { type CsvColumns, type CsvExport, cellsOf, timeFormat } from '../../server/exports/csvExport.ts';

export type UserLedgerRow = LedgerRow &
  Pick<LedgerEntry, 'balance_after' | 'admin_telegram_id' | 'admin_name'> & {
    star_payment: LedgerEntry['star_payment'] | null;
  };

const ENTRY_FIELDS = `${LEDGER_FIELDS}, e.balance_after, a.telegram_id AS admin_telegram_id, coalesce(person_label(a), '') AS admin_name,
  CASE WHEN s.charge_id IS NOT NULL THEN
    json_build_object('stars', s.stars, 'charge_id', s.charge_id, 'refunded_at', ${isoTimeSql('s.refunded_at')}) END AS star_payment`;
const ENTRY_JOINS = `${LEDGER_JOINS} LEFT JOIN users a ON a.id = e.admin_id LEFT JOIN star_payments s ON s.transaction_id = e.id`;

const matching = (user: string) =>
  `e.user_id = ${user} AND ($2::text IS NULL OR e.transaction_type = $2) AND ($3::uuid IS NULL OR e.page_guid = $3)`;
type Filter = [userId: string, type: TransactionType | null, pageGuid: string | null];

export const listLedgerRows = statementWithIsoTimes<UserLedgerRow, [...Filter, limit: number, offset: number]>(
  `WITH listed AS MATERIALIZED (
     SELECT e.seq FROM credit_transactions e WHERE ${matching('$1')} ORDER BY e.seq DESC LIMIT $4 OFFSET $5
   )
   SELECT ${ENTRY_FIELDS}
   FROM listed JOIN credit_transactions e ON e.user_id = $1 AND e.seq = listed.seq ${ENTRY_JOINS}
   ORDER BY e.seq DESC`,
);

export const countLedger = statement<{ total: number }, Filter>(
  `SELECT count(*)::int AS total FROM credit_transactions e WHERE ${matching('$1')}`,
);

type ExportedRow = Omit<UserLedgerRow, 'created_at' | 'refunded_entry_at' | 'refunded_at'> &
  Readonly<Record<'created_at' | 'refunded_entry_at' | 'refunded_at', Date | null>>;

const COLUMNS: CsvColumns<ExportedRow> = {
  When: ({ created_at }, format) => format(created_at),
  Type: ({ transaction_type }) => statusLabel(TRANSACTION_TYPE_LABELS, transaction_type),
  Description: ({ description }) => description,
  Amount: ({ amount }) => amount,
  Balance: ({ balance_after }) => balance_after,
  Page: ({ page_name }) => page_name,
  Flyer: ({ flyer }) => flyer,
  'Gives back the entry of': ({ refunded_entry_at }, format) => format(refunded_entry_at),
  'Given back': ({ refunded_at }, format) => format(refunded_at),
  'Booked by': ({ admin_name }) => admin_name,
  Entry: ({ id }) => id,
  'Page (GUID)': ({ page_guid }) => page_guid,
  Posting: ({ posting_id }) => posting_id,
  'Gives back': ({ refund_of }) => refund_of,
  'Booked by (Telegram ID)': ({ admin_telegram_id }) => admin_telegram_id,
  'When (UTC)': ({ created_at }) => created_at,
};

export const userLedgerExport: CsvExport<ExportUserLedgerBody> = {
  columns: Object.keys(COLUMNS),
  select: ({ user_id, transaction_type, page_guid, time_zone = 'UTC' }) => ({
    text: `SELECT ${ENTRY_FIELDS}
        FROM credit_transactions e ${ENTRY_JOINS}
        WHERE ${matching('(SELECT id FROM users WHERE telegram_id = $1)')} ORDER BY e.seq DESC`,
    values: [user_id, transaction_type ?? null, page_guid ?? null],
    cells: cellsOf(COLUMNS, timeFormat(time_zone, 'minutes')),
  }),
};
