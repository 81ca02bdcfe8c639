import type {
  adjustCredits,
  BodyOf,
  exportCreditUsers,
  getBalance,
  listCreditUsers,
  listPackages,
  listTransactions,
  ResponseOf,
} from '@flyerdeck/contracts/types';
import { api } from '../api.ts';
import { path } from '../path.ts';
import { listTag } from '../tags.ts';

export const creditsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPackages: build.query<ResponseOf<typeof listPackages>, void>({
      query: () => ({ path: path`/credits/packages`, access: 'public' }),
      providesTags: [listTag('Package')],
    }),
    getBalance: build.query<ResponseOf<typeof getBalance>, void>({
      query: () => ({ path: path`/credits/balance` }),
      providesTags: ['Balance'],
    }),
    listTransactions: build.query<ResponseOf<typeof listTransactions>, { limit: number }>({
      query: ({ limit }) => ({ path: path`/credits/transactions`, query: { limit } }),
      providesTags: [listTag('Transaction')],
    }),
    listCreditUsers: build.query<ResponseOf<typeof listCreditUsers>, void>({
      query: () => ({ path: path`/credits/admin/users-credits` }),
      providesTags: [listTag('CreditUser')],
    }),
    exportCreditUsers: build.mutation<ResponseOf<typeof exportCreditUsers>, { body: BodyOf<typeof exportCreditUsers> }>(
      {
        query: ({ body }) => ({ method: 'POST', path: path`/credits/admin/users-credits/export`, body }),
      },
    ),
    adjustCredits: build.mutation<
      ResponseOf<typeof adjustCredits>,
      { body: BodyOf<typeof adjustCredits>; idempotencyKey: string }
    >({
      query: ({ body, idempotencyKey }) => ({
        method: 'POST',
        path: path`/credits/admin/adjust-credits`,
        body,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
      // An admin may be among the users whose credits they change.
      invalidatesTags: (_answer, error, { body }) =>
        error
          ? []
          : [
              listTag('CreditUser'),
              'Balance',
              listTag('Transaction'),
              'AdminStats',
              { type: 'AdminAct', id: body.user_id },
            ],
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
