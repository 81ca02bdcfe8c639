// Written by `npm run calls` from problemReports.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../problemReports.ts';

export const deleteProblemReport: Call<typeof contracts.deleteProblemReport> = { method: 'DELETE', path: '/admin/problem-reports/:id', changes: ['ProblemReport/LIST', 'AdminAct'], refetchOnFailure: ['ProblemReport/LIST'] };
export const getProblemReport: Call<typeof contracts.getProblemReport> = { path: '/admin/problem-reports/:id' };
export const listProblemReports: Call<typeof contracts.listProblemReports> = { path: '/admin/problem-reports' };
export const reportProblem: Call<typeof contracts.reportProblem> = { method: 'POST', path: '/problem-reports', changes: ['ProblemReport/LIST'], refetchOnFailure: ['ProblemReport/LIST'] };
