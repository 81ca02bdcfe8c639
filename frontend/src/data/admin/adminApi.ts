import * as admin from '@flyerdeck/contracts/calls/admin';
import { current } from '@reduxjs/toolkit';
import { injectCalls } from '../client.ts';

export const adminApi = injectCalls(admin, {
  getStats: { provides: ['AdminStats'] },
  getTrends: { provides: ['AdminStats'] },
  listUsers: { provides: ['AdminUser/LIST'] },
  getUser: { provides: ['AdminUser/:telegramId', 'CreditUser/:telegramId'] },
  getUserActivity: { provides: ['UserActivity/:telegramId'] },
});

adminApi.enhanceEndpoints({
  endpoints: {
    updateUser: {
      async onQueryStarted({ telegramId, body }, { dispatch, getState, queryFulfilled }) {
        const shown = dispatch(
          adminApi.util.updateQueryData('getUser', { telegramId }, (user) => {
            Object.assign(user, body);
          }),
        );
        try {
          const { data: updated } = await queryFulfilled;
          dispatch(
            adminApi.util.updateQueryData('getUser', { telegramId }, (user) => void Object.assign(user, updated)),
          );
          for (const args of adminApi.util.selectCachedArgsForQuery(getState(), 'listUsers')) {
            dispatch(
              adminApi.util.updateQueryData('listUsers', args, (users) =>
                // current() returns plain rows. Reading 100,000 rows through Immer drafts would delay the switch.
                current(users).map((user) => (user.telegram_id === telegramId ? updated : user)),
              ),
            );
          }
        } catch {
          shown.undo();
        }
      },
    },
  },
});

export const {
  useGetStatsQuery,
  useGetTrendsQuery,
  useListUsersQuery,
  useGetUserQuery,
  useGetUserActivityQuery,
  useUpdateUserMutation,
  useSetUsersActiveMutation,
  useEndUserSessionsMutation,
} = adminApi;
