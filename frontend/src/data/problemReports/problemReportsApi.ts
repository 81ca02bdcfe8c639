import { problemReports } from '@flyerdeck/contracts/calls';
import type { ProblemReportBody } from '@flyerdeck/contracts/types';
import { injectCalls } from '../client.ts';

export const problemReportsApi = injectCalls(problemReports, {
  reportProblem: {
    args: ({ sentence }: { sentence: string }) => ({ body: reportBodyOf(sentence) as ProblemReportBody }),
  },
  listProblemReports: { provides: ['ProblemReport/LIST'] },
  getProblemReport: { keepUnusedDataFor: 0 },
});

export const {
  useReportProblemMutation,
  useListProblemReportsQuery,
  useLazyGetProblemReportQuery,
  useDeleteProblemReportMutation,
} = problemReportsApi;

type MakeBody = (sentence: string) => ProblemReportBody;

/** Null until the dialog loads its code. */
let makeBody: MakeBody | null = null;

export function setReportCode(code: MakeBody): void {
  makeBody = code;
}

/** Made when the request is sent: as an argument of the call, the log would become a part of the next log. */
const reportBodyOf = (sentence: string): ProblemReportBody | undefined => makeBody?.(sentence);
