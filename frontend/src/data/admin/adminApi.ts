import { current } from '@reduxjs/toolkit';
import { api } from '../api.ts';
import type { Answer, WithBody } from '../calls.ts';
import { path } from '../path.ts';
import { listTag } from '../tags.ts';

interface OfUser {
  telegramId: string;
}

/** The admin's calls; what they answer lives in the query cache alone. */
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
    listUsers: build.query<Answer<'listUsers'>, void>({
      query: () => ({ path: path`/admin/users` }),
      providesTags: [listTag('AdminUser')],
    }),
    exportUsers: build.mutation<Answer<'exportUsers'>, WithBody<'exportUsers'>>({
      query: ({ body }) => ({ method: 'POST', path: path`/admin/users/export`, body }),
    }),
    getUser: build.query<Answer<'getUser'>, OfUser>({
      query: ({ telegramId }) => ({ path: path`/admin/users/${telegramId}` }),
      providesTags: (_answer, _error, { telegramId }) => [{ type: 'AdminUser', id: telegramId }],
    }),
    getUserActivity: build.query<Answer<'getUserActivity'>, OfUser>({
      query: ({ telegramId }) => ({ path: path`/admin/user/${telegramId}/activity` }),
      providesTags: (_answer, _error, { telegramId }) => [{ type: 'UserActivity', id: telegramId }],
    }),
    listUserActs: build.query<Answer<'listUserActs'>, OfUser>({
      query: ({ telegramId }) => ({ path: path`/admin/users/${telegramId}/acts` }),
      providesTags: (_answer, _error, { telegramId }) => [{ type: 'AdminAct', id: telegramId }],
    }),
    updateUser: build.mutation<Answer<'updateUser'>, OfUser & WithBody<'updateUser'>>({
      query: ({ telegramId, body }) => ({ method: 'PATCH', path: path`/admin/users/${telegramId}`, body }),
      invalidatesTags: (_answer, error, { telegramId }) =>
        error ? [] : ['AdminStats', { type: 'AdminAct', id: telegramId }],
      /** The switch moves at once, and back when it was refused. */
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
              // Replaced as a whole: looking through drafts of 100,000 rows would hold up the switch.
              current(users).map((user) => (user.telegram_id === telegramId ? updated : user)),
            ),
          );
        } catch {
          shown.undo();
        }
      },
    }),
    endUserSessions: build.mutation<Answer<'endUserSessions'>, OfUser>({
      query: ({ telegramId }) => ({ method: 'POST', path: path`/admin/users/${telegramId}/end-sessions` }),
      invalidatesTags: (_answer, error, { telegramId }) => (error ? [] : [{ type: 'AdminAct', id: telegramId }]),
    }),
  }),
});

export const {
  useGetStatsQuery,
  useGetTrendsQuery,
  useListUsersQuery,
  useExportUsersMutation,
  useGetUserQuery,
  useGetUserActivityQuery,
  useListUserActsQuery,
  useUpdateUserMutation,
  useEndUserSessionsMutation,
} = adminApi;
