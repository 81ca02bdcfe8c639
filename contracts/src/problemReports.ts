import { type Static, Type } from '@sinclair/typebox';
import { defineEndpoint } from './endpoint.ts';
import { MAX_SEARCH_LENGTH } from './endpoint.values.ts';
import {
  MAX_PROBLEM_REPORT_BYTES,
  MAX_PROBLEM_REPORT_REQUEST_IDS,
  MAX_PROBLEM_SENTENCE_LENGTH,
  PROBLEM_REPORTS_PAGE_SIZE,
} from './problemReports.values.ts';
import {
  closed,
  count,
  dateTime,
  filled,
  flag,
  list,
  notBlank,
  object,
  paging,
  sortOrder,
  text,
  uuid,
} from './schema.ts';

const buildId = filled('The build of the web app', 100);
const requestIds = Type.Array(Type.String({ pattern: '^[\\w-]{8,64}$', description: 'X-Request-Id of an answer' }), {
  maxItems: MAX_PROBLEM_REPORT_REQUEST_IDS,
  description: 'The latest calls in the log, newest first',
});
const isCut = flag('The log was too large: only its newest part is in the report');

export const ProblemReportBody = closed({
  sentence: notBlank('What went wrong, by the user', MAX_PROBLEM_SENTENCE_LENGTH),
  build_id: buildId,
  request_ids: requestIds,
  is_cut: isCut,
  log: text(`The action log as JSON, at most ${MAX_PROBLEM_REPORT_BYTES} bytes`, MAX_PROBLEM_REPORT_BYTES),
});
export type ProblemReportBody = Static<typeof ProblemReportBody>;

export const reportProblem = defineEndpoint({
  method: 'POST',
  path: '/problem-reports',
  rateLimit: 'problem_report',
  doc: 'Sends the action log of a browser tab to the admins, with a sentence. It is deleted after 30 days, and with the account.',
  body: ProblemReportBody,
  // Three bytes for a character, or two for each quote of the log inside of a JSON string.
  maxBodyBytes: 3 * MAX_PROBLEM_REPORT_BYTES + 20_000,
  changes: ['ProblemReport/LIST'],
  refetchOnFailure: ['ProblemReport/LIST'],
  status: 201,
  response: closed({ id: uuid('Id of the report'), is_cut: isCut }),
  errors: { 422: ['problem_report.invalid_log', 'problem_report.too_many'] },
});

export const ProblemReport = object('A problem that a user reported', {
  id: uuid('Id of the report'),
  telegram_id: text('Telegram id of the user who sent it'),
  user_name: text('Their name, else their username'),
  sentence: text('What went wrong'),
  build_id: buildId,
  request_ids: requestIds,
  is_cut: isCut,
  log_bytes: count('Size of the log'),
  created_at: dateTime('When it was sent'),
});
export type ProblemReport = Static<typeof ProblemReport>;

export const listProblemReports = defineEndpoint({
  path: '/admin/problem-reports',
  access: 'admin',
  doc: 'The reports of users, paged and searched.',
  query: closed({
    ...paging(PROBLEM_REPORTS_PAGE_SIZE),
    search: Type.Optional(text('Part of sentence, Telegram id, name, build or request id', MAX_SEARCH_LENGTH)),
    is_cut: Type.Optional(flag('Only those with a part of the log, or only those with all of it')),
    sort_order: sortOrder,
  }),
  response: closed({
    reports: list(ProblemReport, 'Rows; none on a page past the end'),
    total_pages: count('How many pages there are'),
    total: count('How many match'),
  }),
});

const ReportParams = closed({ id: uuid('Id of the report') });

export const getProblemReport = defineEndpoint({
  path: '/admin/problem-reports/:id',
  access: 'admin',
  doc: 'A report with its action log.',
  params: ReportParams,
  response: closed({ ...ProblemReport.properties, log: text('The action log as JSON') }),
  errors: { 404: ['problem_report.not_found'] },
});

export const deleteProblemReport = defineEndpoint({
  method: 'DELETE',
  path: '/admin/problem-reports/:id',
  access: 'admin',
  doc: 'Deletes a report.',
  params: ReportParams,
  changes: ['ProblemReport/LIST', 'AdminAct'],
  // Another admin may have deleted it.
  refetchOnFailure: ['ProblemReport/LIST'],
  errors: { 404: ['problem_report.not_found'] },
});
