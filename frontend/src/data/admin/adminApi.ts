import { admin } from '@flyerdeck/contracts/calls';
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
      async onQueryStarted({ telegramId, body }, { dispatch, queryFulfilled }) {
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
