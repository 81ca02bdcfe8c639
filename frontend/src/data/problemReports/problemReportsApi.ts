import * as problemReports from '@flyerdeck/contracts/calls/problemReports';
import type { ProblemReportBody } from '@flyerdeck/contracts/types';
import { injectCalls } from '../client.ts';
import { reportBodyOf } from './reportBody.ts';

export const problemReportsApi = injectCalls(problemReports, {
  reportProblem: {
    args: ({ sentence }: { sentence: string }) => ({ body: reportBodyOf(sentence) as ProblemReportBody }),
  },
  listProblemReports: { provides: ['ProblemReport/LIST'] },
  // Saved as a file.
  getProblemReport: { keepUnusedDataFor: 0 },
});

export const {
  useReportProblemMutation,
  useListProblemReportsQuery,
  useLazyGetProblemReportQuery,
  useDeleteProblemReportMutation,
} = problemReportsApi;
