import {
  MAX_PROBLEM_REPORT_BYTES,
  MAX_PROBLEM_REPORTS_PER_USER,
  type ProblemReportBody,
  type ProblemReportStatus,
} from '@flyerdeck/contracts';
import { lockUser } from '../credits/lockUser.query.ts';
import { type Db, oneRow } from '../database/statement.ts';
import { notFound, tooLarge, unprocessable } from '../http/errors.ts';
import { lastErrorOf } from './lastError.ts';
import { changeReport, countReportsOf, findReport, insertReport, lockReport } from './problemReports.query.ts';

const LOG_FORMAT = 'flyerdeck.action-log';

/** Null if the text is no action log. */
function parseLog(json: string): object | null {
  try {
    const log = JSON.parse(json) as { format?: unknown } | null;
    return log?.format === LOG_FORMAT ? log : null;
  } catch {
    return null;
  }
}

/** Throws 413 request.too_large, 422 problem_report.invalid_log or problem_report.too_many. */
export async function storeReport(
  db: Db,
  userId: string,
  { sentence, build_id, request_ids, is_cut, log }: ProblemReportBody,
): Promise<{ id: string; is_cut: boolean }> {
  if (Buffer.byteLength(log) > MAX_PROBLEM_REPORT_BYTES) {
    throw tooLarge('request.too_large', 'The action log is larger than 2 MB.');
  }
  const parsed = parseLog(log);
  if (!parsed) {
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
  return oneRow(insertReport(db, [userId, sentence.trim(), build_id, request_ids, is_cut, log, lastErrorOf(parsed)]));
}

/** Throws 404 problem_report.not_found. */
export async function readReport(db: Db, id: string) {
  const [row] = await findReport(db, [id]);
  if (!row) throw notFound('problem_report.not_found', 'There is no such report. Reports are kept for 30 days.');
  return row;
}

/** Changes the status of a report, and with it the owner: who takes it into work, or closes one that nobody took. */
export async function setReportStatus(db: Db, adminId: string, id: string, status: ProblemReportStatus) {
  const [before] = await lockReport(db, [id]);
  const ownerOf = { open: null, in_work: adminId, done: before?.admin_id ?? adminId };
  const isSame = before?.status === status && before.admin_id === ownerOf[status];
  if (before && !isSame) await changeReport(db, [id, status, ownerOf[status], adminId, before.status]);
  return readReport(db, id);
}
