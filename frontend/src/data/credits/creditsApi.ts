import { api } from '../api.ts';
import type { Answer, WithBody } from '../calls.ts';
import { path } from '../path.ts';
import { listTag } from '../tags.ts';

/** Invalidated by a booking of an admin. Admins may change their own credits, so their own balance is included. */
const bookingTags = (userId: string) =>
  [
    ...([listTag('CreditUser'), listTag('Transaction'), 'Balance', 'AdminStats'] as const),
    { type: 'CreditUser', id: userId },
    { type: 'AdminAct', id: userId },
  ] as const;

export const creditsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPackages: build.query<Answer<'listPackages'>, void>({
      query: () => ({ path: path`/credits/packages`, access: 'public' }),
      providesTags: [listTag('Package')],
    }),
    getBalance: build.query<Answer<'getBalance'>, void>({
      query: () => ({ path: path`/credits/balance` }),
      providesTags: ['Balance'],
    }),
    listTransactions: build.query<Answer<'listTransactions'>, { limit: number }>({
      query: ({ limit }) => ({ path: path`/credits/transactions`, query: { limit } }),
      providesTags: [listTag('Transaction')],
    }),
    listCreditUsers: build.query<Answer<'listCreditUsers'>, void>({
      query: () => ({ path: path`/credits/admin/users-credits` }),
      providesTags: [listTag('CreditUser')],
    }),
    exportCreditUsers: build.mutation<Answer<'exportCreditUsers'>, WithBody<'exportCreditUsers'>>({
      query: ({ body }) => ({ method: 'POST', path: path`/credits/admin/users-credits/export`, body }),
    }),
    adjustCredits: build.mutation<Answer<'adjustCredits'>, WithBody<'adjustCredits'> & { idempotencyKey: string }>({
      query: ({ body, idempotencyKey }) => ({
        method: 'POST',
        path: path`/credits/admin/adjust-credits`,
        body,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
      invalidatesTags: (_answer, error, { body }) => (error ? [] : bookingTags(body.user_id)),
    }),
    bookPurchase: build.mutation<Answer<'bookPurchase'>, WithBody<'bookPurchase'> & { idempotencyKey: string }>({
      query: ({ body, idempotencyKey }) => ({
        method: 'POST',
        path: path`/credits/admin/purchases`,
        body,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
      invalidatesTags: (_answer, error, { body }) => (error ? [] : bookingTags(body.user_id)),
    }),
    getCreditUser: build.query<Answer<'getCreditUser'>, { telegramId: string }>({
      query: ({ telegramId }) => ({ path: path`/credits/admin/users-credits/${telegramId}` }),
      providesTags: (_answer, _error, { telegramId }) => [{ type: 'CreditUser', id: telegramId }],
    }),
    listUserLedger: build.query<Answer<'listUserLedger'>, { telegramId: string; page: number; limit: number }>({
      query: ({ telegramId, ...query }) => ({ path: path`/credits/admin/users-credits/${telegramId}/ledger`, query }),
      providesTags: (_answer, _error, { telegramId }) => [{ type: 'CreditUser', id: telegramId }],
    }),
  }),
});

export const {
  useListPackagesQuery,
  useGetBalanceQuery,
  useListTransactionsQuery,
  useListCreditUsersQuery,
  useExportCreditUsersMutation,
  useAdjustCreditsMutation,
  useBookPurchaseMutation,
  useGetCreditUserQuery,
  useListUserLedgerQuery,
} = creditsApi;
