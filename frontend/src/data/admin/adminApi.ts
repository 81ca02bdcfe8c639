import * as admin from '@flyerdeck/contracts/calls/admin';
import * as sitePacks from '@flyerdeck/contracts/calls/sitePacks';
import { current } from '@reduxjs/toolkit';
import { api } from '../api.ts';
import { mutation, query } from '../client.ts';

/** Calls of the admin screens. Their responses are only in the query cache, not in a slice. */
export const adminApi = api.injectEndpoints({
  endpoints: (build) => ({
    getStats: query(build, admin.getStats, { provides: ['AdminStats'] }),
    getTrends: query(build, admin.getTrends, { provides: ['AdminStats'] }),
    exportTrends: mutation(build, admin.exportTrends),
    listUsers: query(build, admin.listUsers, { provides: ['AdminUser/LIST'] }),
    exportUsers: mutation(build, admin.exportUsers),
    getUser: query(build, admin.getUser, { provides: ['AdminUser/:telegramId'] }),
    getUserActivity: query(build, admin.getUserActivity, { provides: ['UserActivity/:telegramId'] }),
    listUserActs: query(build, admin.listUserActs, { provides: ['AdminAct/:telegramId'] }),
    updateUser: mutation(build, admin.updateUser, {
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
    listStructureReports: query(build, sitePacks.listStructureReports, { provides: ['DetailedPosting/LIST'] }),
    // Saved as a file.
    getStructureReport: query(build, sitePacks.getStructureReport, { keepUnusedDataFor: 0 }),
    endUserSessions: mutation(build, admin.endUserSessions),
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
