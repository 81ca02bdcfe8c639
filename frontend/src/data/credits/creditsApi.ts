import type { getBalance, listPackages, listTransactions, ResponseOf } from '@flyerdeck/contracts/types';
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
  }),
});

export const { useListPackagesQuery, useGetBalanceQuery, useListTransactionsQuery } = creditsApi;
