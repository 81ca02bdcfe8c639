import {
  AUDIT_EVENT_LABELS,
  type AuditEvent,
  type ExportAuditEventsBody,
  statusLabel,
  TRANSACTION_TYPE_LABELS,
} from '@flyerdeck/contracts';
import { type Db, sql } from '../../database/statement.ts';
import { type CsvColumns, type CsvExport, cellsOf, timeFormat } from '../../server/exports/csvExport.ts';
import { patternOf, personMatches } from '../userLists.query.ts';

/* `c` is the event, `a` its admin and `t` the user who was changed. */

const asJsonb = (labels: Readonly<Record<string, string>>) => `'${JSON.stringify(labels)}'::jsonb`;
const number = (field: string) => `to_char((c.details ->> '${field}')::bigint, 'FM999,999,999,999')`;

/** The same on the screens and in the file. */
const SUMMARY = `concat_ws(', ',
    CASE WHEN c.event = 'exported' THEN c.details ->> 'export' END,
    (SELECT string_agg(replace(key, '_', ' ') || ': ' || value, ', ' ORDER BY key)
     FROM jsonb_each_text(coalesce(c.details -> 'parameters', '{}'))),
    ${asJsonb(TRANSACTION_TYPE_LABELS)} ->> (c.details ->> 'transaction_type'),
    CASE WHEN (c.details ->> 'amount')::bigint < 0 THEN '−' ELSE '+' END || ltrim(${number('amount')}, '-') || ' credits'
      || CASE c.event WHEN 'credits_batch' THEN ' each' ELSE '' END,
    'balance ' || ${number('balance_after')},
    'version ' || (c.details ->> 'version'),
    ${number('sessions')} || CASE WHEN c.details ->> 'sessions' = '1' THEN ' session' ELSE ' sessions' END,
    ${number('postings')} || CASE WHEN c.details ->> 'postings' = '1' THEN ' posting' ELSE ' postings' END,
    ${number('owners')} || CASE WHEN c.details ->> 'owners' = '1' THEN ' user' ELSE ' users' END,
    '“' || coalesce(c.details ->> 'description', c.details ->> 'error') || '”')`;

/** An event without an admin was caused by the setting ADMIN_TELEGRAM_IDS. */
const FIELDS = `c.event AS act, c.at, ${SUMMARY} AS summary, a.telegram_id AS admin_telegram_id,
      coalesce(person_label(a), 'Product settings') AS admin_name, t.telegram_id AS target_telegram_id,
      coalesce(person_label(t), '') AS target_name`;

/** Once in an hour, because the screen reads again with each Refresh (audit_events_viewed_once). */
export const recordView = sql<never, [adminId: string, userId: string]>(
  `INSERT INTO audit_events (admin_id, target_id, event, details)
   SELECT $1::uuid, $2::uuid, 'user_viewed', jsonb_build_object('hour', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24'))
   WHERE $1::uuid <> $2::uuid
   ON CONFLICT DO NOTHING`,
);

/** Names are compared once for each user, not for each event. */
const usersMatching = (pattern: string) => `SELECT u.id FROM users u WHERE ${personMatches('u', pattern)}`;

const SELECTED = `
  FROM audit_events c LEFT JOIN users a ON a.id = c.admin_id LEFT JOIN users t ON t.id = c.target_id
  WHERE ($1::text IS NULL OR c.event = $1)
    AND ($2::timestamptz IS NULL OR c.at >= $2) AND ($3::timestamptz IS NULL OR c.at < $3)
    AND ($4::text IS NULL OR c.admin_id IN (${usersMatching('$4')}) OR (c.admin_id IS NULL AND 'Product settings' ILIKE $4))
    AND ($5::text IS NULL OR c.target_id IN (${usersMatching('$5')}))
    AND ($6::text IS NULL OR c.target_id = (SELECT u.id FROM users u WHERE u.telegram_id = $6)
      OR (c.event IN ('users_activated', 'users_deactivated', 'credits_batch')
        AND c.details -> 'users' ? (SELECT u.id::text FROM users u WHERE u.telegram_id = $6)))
    AND ($7::boolean IS NULL OR c.event <> 'user_viewed')`;

type Filter = Omit<ExportAuditEventsBody, 'sort_order' | 'time_zone'>;
/** Postgres refuses some texts of times that the contract allows, so they are converted here. */
const timeOf = (text: string | undefined) => (text === undefined ? null : new Date(text));
const valuesOf = ({ act, from, before, actor, target, user_id, is_change }: Filter) =>
  [
    act ?? null,
    timeOf(from),
    timeOf(before),
    patternOf(actor),
    patternOf(target),
    user_id ?? null,
    is_change ?? null,
  ] as const;

const direction = (order: number | undefined) => (order === 1 ? 'ASC' : 'DESC');

type EventRow = Omit<AuditEvent, 'at'> & { at: Date };

export const listEventRows = (
  db: Db,
  { sort_order, page, limit, ...filter }: ExportAuditEventsBody & { page: number; limit: number },
) =>
  sql<EventRow, readonly unknown[]>(
    `WITH listed AS MATERIALIZED (
      SELECT c.id ${SELECTED} ORDER BY c.at ${direction(sort_order)}, c.seq ${direction(sort_order)} LIMIT $8 OFFSET $9
    )
    SELECT c.id, ${FIELDS}
    FROM listed JOIN audit_events c USING (id) LEFT JOIN users a ON a.id = c.admin_id LEFT JOIN users t ON t.id = c.target_id
    ORDER BY c.at ${direction(sort_order)}, c.seq ${direction(sort_order)}`,
  )(db, [...valuesOf(filter), limit, (page - 1) * limit]);

export const countEvents = (db: Db, filter: Filter) =>
  sql<{ total: number }, readonly unknown[]>(`SELECT count(*)::int AS total ${SELECTED}`)(db, valuesOf(filter));

type ExportedRow = Omit<EventRow, 'id'>;

const COLUMNS: CsvColumns<ExportedRow> = {
  When: ({ at }, format) => format(at),
  Who: ({ admin_name }) => admin_name,
  What: ({ act }) => statusLabel(AUDIT_EVENT_LABELS, act),
  User: ({ target_name, target_telegram_id }) => target_name || target_telegram_id || '–',
  Details: ({ summary }) => summary,
  'Who (Telegram ID)': ({ admin_telegram_id }) => admin_telegram_id,
  'User (Telegram ID)': ({ target_telegram_id }) => target_telegram_id,
  'When (UTC)': ({ at }) => at,
};

export const auditExport: CsvExport<ExportAuditEventsBody> = {
  columns: Object.keys(COLUMNS),
  select: ({ sort_order, time_zone = 'UTC', ...filter }) => ({
    text: `SELECT ${FIELDS} ${SELECTED} ORDER BY c.at ${direction(sort_order)}, c.seq ${direction(sort_order)}`,
    values: valuesOf(filter),
    cells: cellsOf(COLUMNS, timeFormat(time_zone, 'seconds')),
  }),
};
