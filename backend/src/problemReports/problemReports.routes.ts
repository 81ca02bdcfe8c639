import { getProblemReport, listProblemReports, PROBLEM_REPORTS_PAGE_SIZE, reportProblem } from '@flyerdeck/contracts';
import { oneRow } from '../database/statement.ts';
import { notFound } from '../http/errors.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { countReports, findReport, listReports, type ReportRow } from './problemReports.query.ts';
import { storeReport } from './problemReports.service.ts';

const present = <Row extends ReportRow>(row: Row) => ({ ...row, created_at: row.created_at.toISOString() });

/** Reports of problems: users send them, admins read them. */
export function mountProblemReportRoutes(endpoints: EndpointRouter): void {
  endpoints.mountInTransaction(reportProblem, ({ db, user, body }) => storeReport(db, user.id, body));
  endpoints.mount(listProblemReports, async ({ db, query }) => {
    const { page = 1, limit = PROBLEM_REPORTS_PAGE_SIZE, search = '', is_cut: isCut = null } = query;
    const filter = [search.trim(), isCut] as const;
    const [rows, { total }] = await Promise.all([
      listReports(db, [...filter, query.sort_order === 1 ? 1 : -1, limit, (page - 1) * limit]),
      oneRow(countReports(db, [...filter])),
    ]);
    return { reports: rows.map(present), total_pages: Math.ceil(total / limit), total };
  });
  endpoints.mount(getProblemReport, async ({ db, params }) => {
    const [row] = await findReport(db, [params.id]);
    if (!row) throw notFound('problem_report.not_found', 'There is no such report. Reports are kept for 30 days.');
    return present(row);
  });
}
