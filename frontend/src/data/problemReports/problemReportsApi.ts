import type { listProblemReports, QueryOf } from '@flyerdeck/contracts/types';
import { api } from '../api.ts';
import type { Answer } from '../calls.ts';
import { path } from '../path.ts';
import { listTag } from '../tags.ts';
import { reportBodyOf } from './reportBody.ts';

/** Reports of problems: users send them, admins read them. */
export const problemReportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    reportProblem: build.mutation<Answer<'reportProblem'>, { sentence: string }>({
      query: ({ sentence }) => ({ method: 'POST', path: path`/problem-reports`, body: reportBodyOf(sentence) }),
      invalidatesTags: [listTag('ProblemReport')],
    }),
    listProblemReports: build.query<Answer<'listProblemReports'>, QueryOf<typeof listProblemReports>>({
      query: (query) => ({ path: path`/admin/problem-reports`, query }),
      providesTags: [listTag('ProblemReport')],
    }),
    getProblemReport: build.query<Answer<'getProblemReport'>, { id: string }>({
      query: ({ id }) => ({ path: path`/admin/problem-reports/${id}` }),
      // Saved as a file.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useReportProblemMutation, useListProblemReportsQuery, useLazyGetProblemReportQuery } = problemReportsApi;
