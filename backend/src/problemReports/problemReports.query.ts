import { PROBLEM_REPORT_KEPT_DAYS, type ProblemReport, type ProblemReportStatus } from '@flyerdeck/contracts';
import { personLabel } from '../database/personLabel.ts';
import { sql } from '../database/statement.ts';

export const countReportsOf = sql<{ reports: number }, [userId: string]>(
  'SELECT count(*)::int AS reports FROM problem_reports WHERE user_id = $1',
);

export const insertReport = sql<
  { id: string; is_cut: boolean },
  [
    userId: string,
    sentence: string,
    buildId: string,
    requestIds: readonly string[],
    isCut: boolean,
    log: string,
    lastError: string | null,
  ]
>(
  `INSERT INTO problem_reports (user_id, sentence, build_id, request_ids, is_cut, log, last_error)
   VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id, is_cut`,
);

export type ReportRow = Omit<ProblemReport, 'created_at'> & { readonly created_at: Date };

const COLUMNS = `r.id, u.telegram_id, ${personLabel('u')} AS user_name,
  r.sentence, r.build_id, r.request_ids, r.is_cut, octet_length(r.log) AS log_bytes, r.created_at, r.status, r.last_error,
  (SELECT json_build_object('telegram_id', a.telegram_id, 'name', ${personLabel('a')}) FROM users a WHERE a.id = r.admin_id) AS owner,
  (SELECT count(*)::int FROM problem_reports l WHERE l.last_error = r.last_error AND l.id <> r.id) AS like_count`;

/** $1: the search; empty for all. $2: whether the log is cut, $3: the status, $4: the last error; null for all. */
const MATCHING = `FROM problem_reports r JOIN users u ON u.id = r.user_id
   WHERE ($1 = '' OR strpos(lower(concat_ws(E'\\n', r.sentence, u.telegram_id, '@' || u.username,
       u.first_name || ' ' || u.last_name, r.build_id, array_to_string(r.request_ids, E'\\n'))), lower($1)) > 0)
     AND ($2::boolean IS NULL OR r.is_cut = $2)
     AND ($3::text IS NULL OR r.status = $3)
     AND ($4::text IS NULL OR r.last_error = $4)`;

type Filter = readonly [
  search: string,
  isCut: boolean | null,
  status: ProblemReportStatus | null,
  lastError: string | null,
];

/** $5: 1 for the oldest first, -1 for the newest first. */
export const listReports = sql<ReportRow, [...Filter, order: 1 | -1, limit: number, offset: number]>(
  `SELECT ${COLUMNS} ${MATCHING}
   ORDER BY CASE WHEN $5::int = 1 THEN r.created_at END, CASE WHEN $5::int = -1 THEN r.created_at END DESC, r.id
   LIMIT $6 OFFSET $7`,
);

export const countReports = sql<{ total: number }, Filter>(`SELECT count(*)::int AS total ${MATCHING}`);

export const findReport = sql<ReportRow & { readonly log: string }, [id: string]>(
  `SELECT ${COLUMNS}, r.log FROM problem_reports r JOIN users u ON u.id = r.user_id WHERE r.id = $1`,
);

/** A concurrent change of the report waits for the lock, and then counts. */
export const lockReport = sql<{ status: ProblemReportStatus; admin_id: string | null }, [id: string]>(
  'SELECT status, admin_id FROM problem_reports WHERE id = $1 FOR UPDATE',
);

/** Sets status and owner $3, and records that the admin $4 did it. $5: the status before. */
export const changeReport = sql<
  never,
  [id: string, status: ProblemReportStatus, ownerId: string | null, adminId: string, before: ProblemReportStatus]
>(
  `WITH changed AS (UPDATE problem_reports SET status = $2, admin_id = $3 WHERE id = $1 RETURNING user_id)
   INSERT INTO audit_events (admin_id, target_id, event, details)
   SELECT $4, user_id, 'report_handled',
     jsonb_build_object('parameters', jsonb_build_object('report', $1::uuid, 'from', $5::text, 'to', $2))
   FROM changed`,
);

export const deleteOldProblemReports = sql(
  `DELETE FROM problem_reports WHERE created_at < now() - interval '${PROBLEM_REPORT_KEPT_DAYS} days'`,
);
