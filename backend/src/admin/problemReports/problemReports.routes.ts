import {
  deleteProblemReport,
  getProblemReport,
  listProblemReports,
  MAX_PROBLEM_REPORT_BYTES,
  MAX_PROBLEM_REPORTS_PER_USER,
  PROBLEM_REPORTS_PAGE_SIZE,
  type ProblemReportBody,
  reportProblem,
} from '@flyerdeck/contracts';
import { lockUser } from '../../credits/credits.query.ts';
import { type Db, oneRow } from '../../database/statement.ts';
import { notFound, tooLarge, unprocessable } from '../../server/http/errors.ts';
import type { EndpointRouter } from '../../server/http/mountEndpoint.ts';
import {
  countReports,
  countReportsOf,
  deleteReport,
  findReport,
  insertReport,
  listReports,
  type ReportRow,
} from './problemReports.query.ts';

const LOG_FORMAT = 'flyerdeck.action-log';

function isLog(json: string): boolean {
  try {
    return (JSON.parse(json) as { format?: unknown } | null)?.format === LOG_FORMAT;
  } catch {
    return false;
  }
}

const reportNotFound = () =>
  notFound('problem_report.not_found', 'There is no such report. Reports are kept for 30 days.');

async function storeReport(
  db: Db,
  userId: string,
  { sentence, build_id, request_ids, is_cut, log }: ProblemReportBody,
): Promise<{ id: string; is_cut: boolean }> {
  if (Buffer.byteLength(log) > MAX_PROBLEM_REPORT_BYTES) {
    throw tooLarge('request.too_large', 'The action log is larger than 2 MB.');
  }
  if (!isLog(log)) {
    throw unprocessable('problem_report.invalid_log', 'The report contains no action log of this app.');
  }
  await lockUser(db, [userId]);
  const { reports } = await oneRow(countReportsOf(db, [userId]));
  if (reports >= MAX_PROBLEM_REPORTS_PER_USER) {
    throw unprocessable(
      'problem_report.too_many',
      `There are ${MAX_PROBLEM_REPORTS_PER_USER} reports of yours. Each is deleted after 30 days. Please write to support.`,
    );
  }
  return oneRow(insertReport(db, [userId, sentence.trim(), build_id, request_ids, is_cut, log]));
}

async function readReport(db: Db, id: string) {
  const [row] = await findReport(db, [id]);
  if (!row) throw reportNotFound();
  return row;
}

async function removeReport(db: Db, adminId: string, id: string): Promise<void> {
  const [deleted] = await deleteReport(db, [id, adminId]);
  if (!deleted) throw reportNotFound();
}

const present = <Row extends ReportRow>(row: Row) => ({ ...row, created_at: row.created_at.toISOString() });

export function mountProblemReportRoutes(endpoints: EndpointRouter): void {
  endpoints.mountInTransaction(reportProblem, ({ db, user, body }) => storeReport(db, user.id, body));
  endpoints.mount(listProblemReports, async ({ db, query }) => {
    const { page = 1, limit = PROBLEM_REPORTS_PAGE_SIZE, search = '', is_cut: isCut = null } = query;
    const filter = [search.trim(), isCut] as const;
    const [rows, { total }] = await Promise.all([
      listReports(db, [...filter, query.sort_order === 1 ? 1 : -1, limit, (page - 1) * limit]),
      oneRow(countReports(db, filter)),
    ]);
    return { reports: rows.map(present), total_pages: Math.ceil(total / limit), total };
  });
  endpoints.mount(getProblemReport, async ({ db, params }) => present(await readReport(db, params.id)));
  endpoints.mountInTransaction(deleteProblemReport, ({ db, user, params }) => removeReport(db, user.id, params.id));
}
