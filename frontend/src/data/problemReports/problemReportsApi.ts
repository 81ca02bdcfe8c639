import * as problemReports from '@flyerdeck/contracts/calls/problemReports';
import type { ProblemReportBody } from '@flyerdeck/contracts/types';
import { api } from '../api.ts';
import { mutation, query } from '../client.ts';
import { reportBodyOf } from './reportBody.ts';

export const problemReportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    reportProblem: mutation(build, problemReports.reportProblem, {
      args: ({ sentence }: { sentence: string }) => ({ body: reportBodyOf(sentence) as ProblemReportBody }),
    }),
    listProblemReports: query(build, problemReports.listProblemReports, { provides: ['ProblemReport/LIST'] }),
    // Saved as a file.
    getProblemReport: query(build, problemReports.getProblemReport, { keepUnusedDataFor: 0 }),
  }),
});

export const { useReportProblemMutation, useListProblemReportsQuery, useLazyGetProblemReportQuery } = problemReportsApi;
