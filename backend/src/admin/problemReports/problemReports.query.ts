import { PROBLEM_REPORT_KEPT_DAYS, type ProblemReport } from '@flyerdeck/contracts';
import { sql } from '../../database/statement.ts';

export const countReportsOf = sql<{ reports: number }, [userId: string]>(
  'SELECT count(*)::int AS reports FROM problem_reports WHERE user_id = $1',
);

export const insertReport = sql<
  { id: string; is_cut: boolean },
  [userId: string, sentence: string, buildId: string, requestIds: readonly string[], isCut: boolean, log: string]
>(
  `INSERT INTO problem_reports (user_id, sentence, build_id, request_ids, is_cut, log)
   VALUES ($1, $2, $3, $4, $5, $6) RETURNING id, is_cut`,
);

export type ReportRow = Omit<ProblemReport, 'created_at'> & { readonly created_at: Date };

const COLUMNS = `r.id, u.telegram_id, person_label(u) AS user_name,
  r.sentence, r.build_id, r.request_ids, r.is_cut, octet_length(r.log) AS log_bytes, r.created_at`;

/** $1: the search; empty for all. $2: whether the log is cut; null for all. */
const MATCHING = `FROM problem_reports r JOIN users u ON u.id = r.user_id
   WHERE ($1 = '' OR strpos(lower(concat_ws(E'\\n', r.sentence, u.telegram_id, '@' || u.username,
       u.first_name || ' ' || u.last_name, r.build_id, array_to_string(r.request_ids, E'\\n'))), lower($1)) > 0)
     AND ($2::boolean IS NULL OR r.is_cut = $2)`;

type Filter = readonly [search: string, isCut: boolean | null];

/** $3: 1 for the oldest first, -1 for the newest first. */
export const listReports = sql<ReportRow, [...Filter, order: 1 | -1, limit: number, offset: number]>(
  `SELECT ${COLUMNS} ${MATCHING}
   ORDER BY CASE WHEN $3::int = 1 THEN r.created_at END, CASE WHEN $3::int = -1 THEN r.created_at END DESC, r.id
   LIMIT $4 OFFSET $5`,
);

export const countReports = sql<{ total: number }, Filter>(`SELECT count(*)::int AS total ${MATCHING}`);

export const findReport = sql<ReportRow & { readonly log: string }, [id: string]>(
  `SELECT ${COLUMNS}, r.log FROM problem_reports r JOIN users u ON u.id = r.user_id WHERE r.id = $1`,
);

/** The admin $2 is recorded. No row without such a report. */
export const deleteReport = sql<{ id: string }, [id: string, adminId: string]>(
  `WITH deleted AS (DELETE FROM problem_reports WHERE id = $1 RETURNING id, user_id)
   INSERT INTO audit_events (admin_id, target_id, event, details)
   SELECT $2, user_id, 'report_deleted', jsonb_build_object('parameters', jsonb_build_object('report', id)) FROM deleted
   RETURNING id`,
);

export const deleteOldProblemReports = sql(
  `DELETE FROM problem_reports WHERE created_at < now() - interval '${PROBLEM_REPORT_KEPT_DAYS} days'`,
);
