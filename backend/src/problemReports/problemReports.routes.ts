import {
  deleteProblemReport,
  getProblemReport,
  listProblemReports,
  PROBLEM_REPORTS_PAGE_SIZE,
  reportProblem,
} from '@flyerdeck/contracts';
import { oneRow } from '../database/statement.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { countReports, listReports, type ReportRow } from './problemReports.query.ts';
import { readReport, removeReport, storeReport } from './problemReports.service.ts';

const present = <Row extends ReportRow>(row: Row) => ({ ...row, created_at: row.created_at.toISOString() });

/** Reports of problems: users send them, admins read and delete them. */
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
