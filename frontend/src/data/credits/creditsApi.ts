import { api } from '../api.ts';
import type { Answer, WithBody } from '../calls.ts';
import { path } from '../path.ts';
import { listTag } from '../tags.ts';

/** Invalidated by an adjustment. Admins may adjust their own credits, so their own balance is included. */
const CREDIT_TAGS = [listTag('CreditUser'), listTag('Transaction'), 'Balance', 'AdminStats'] as const;

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
      invalidatesTags: (_answer, error, { body }) =>
        error ? [] : [...CREDIT_TAGS, { type: 'AdminAct', id: body.user_id }],
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
} = creditsApi;
