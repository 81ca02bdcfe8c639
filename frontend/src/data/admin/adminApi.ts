import type { listStructureReports, QueryOf } from '@flyerdeck/contracts/types';
import { current } from '@reduxjs/toolkit';
import { api } from '../api.ts';
import type { Answer, WithBody } from '../calls.ts';
import { path } from '../path.ts';
import { listTag } from '../tags.ts';

interface UserArgs {
  telegramId: string;
}

/** Calls of the admin screens. Their responses are only in the query cache, not in a slice. */
export const adminApi = api.injectEndpoints({
  endpoints: (build) => ({
    getStats: build.query<Answer<'getStats'>, void>({
      query: () => ({ path: path`/admin/stats` }),
      providesTags: ['AdminStats'],
    }),
    getTrends: build.query<Answer<'getTrends'>, { days: number }>({
      query: ({ days }) => ({ path: path`/admin/trends`, query: { days } }),
      providesTags: ['AdminStats'],
    }),
    exportTrends: build.mutation<Answer<'exportTrends'>, WithBody<'exportTrends'>>({
      query: ({ body }) => ({ method: 'POST', path: path`/admin/trends/export`, body }),
    }),
    listUsers: build.query<Answer<'listUsers'>, void>({
      query: () => ({ path: path`/admin/users` }),
      providesTags: [listTag('AdminUser')],
    }),
    exportUsers: build.mutation<Answer<'exportUsers'>, WithBody<'exportUsers'>>({
      query: ({ body }) => ({ method: 'POST', path: path`/admin/users/export`, body }),
    }),
    getUser: build.query<Answer<'getUser'>, UserArgs>({
      query: ({ telegramId }) => ({ path: path`/admin/users/${telegramId}` }),
      providesTags: (_answer, _error, { telegramId }) => [{ type: 'AdminUser', id: telegramId }],
    }),
    getUserActivity: build.query<Answer<'getUserActivity'>, UserArgs>({
      query: ({ telegramId }) => ({ path: path`/admin/user/${telegramId}/activity` }),
      providesTags: (_answer, _error, { telegramId }) => [{ type: 'UserActivity', id: telegramId }],
    }),
    listUserActs: build.query<Answer<'listUserActs'>, UserArgs>({
      query: ({ telegramId }) => ({ path: path`/admin/users/${telegramId}/acts` }),
      providesTags: (_answer, _error, { telegramId }) => [{ type: 'AdminAct', id: telegramId }],
    }),
    updateUser: build.mutation<Answer<'updateUser'>, UserArgs & WithBody<'updateUser'>>({
      query: ({ telegramId, body }) => ({ method: 'PATCH', path: path`/admin/users/${telegramId}`, body }),
      invalidatesTags: (_answer, error, { telegramId }) =>
        error ? [] : ['AdminStats', { type: 'AdminAct', id: telegramId }],
      /** Optimistic update: the switch changes at once, and changes back when the server refuses. */
      async onQueryStarted({ telegramId, body }, { dispatch, queryFulfilled }) {
        const shown = dispatch(
          adminApi.util.updateQueryData('getUser', { telegramId }, (user) => {
            Object.assign(user, body);
          }),
        );
        try {
          const { data: updated } = await queryFulfilled;
          dispatch(adminApi.util.updateQueryData('getUser', { telegramId }, () => updated));
          dispatch(
            adminApi.util.updateQueryData('listUsers', undefined, (users) =>
              // current() returns plain rows. Reading 100,000 rows through Immer drafts would delay the switch.
              current(users).map((user) => (user.telegram_id === telegramId ? updated : user)),
            ),
          );
        } catch {
          shown.undo();
        }
      },
    }),
    listStructureReports: build.query<Answer<'listStructureReports'>, QueryOf<typeof listStructureReports>>({
      query: (query) => ({ path: path`/admin/structure-reports`, query }),
      providesTags: [listTag('DetailedPosting')],
    }),
    getStructureReport: build.query<Answer<'getStructureReport'>, { id: string }>({
      query: ({ id }) => ({ path: path`/admin/structure-reports/${id}` }),
      // Saved as a file.
      keepUnusedDataFor: 0,
    }),
    endUserSessions: build.mutation<Answer<'endUserSessions'>, UserArgs>({
      query: ({ telegramId }) => ({ method: 'POST', path: path`/admin/users/${telegramId}/end-sessions` }),
      invalidatesTags: (_answer, error, { telegramId }) => (error ? [] : [{ type: 'AdminAct', id: telegramId }]),
    }),
  }),
});

export const {
  useGetStatsQuery,
  useGetTrendsQuery,
  useExportTrendsMutation,
  useListUsersQuery,
  useExportUsersMutation,
  useGetUserQuery,
  useGetUserActivityQuery,
  useListUserActsQuery,
  useUpdateUserMutation,
  useEndUserSessionsMutation,
  useListStructureReportsQuery,
  useLazyGetStructureReportQuery,
} = adminApi;
