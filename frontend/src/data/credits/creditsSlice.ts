import type { CreditBalance, CreditPackage, CreditTransaction } from '@flyerdeck/contracts/types';
import { createEntityAdapter, createSlice } from '@reduxjs/toolkit';
import { sessionEnded } from '../request/sessionActions.ts';
import { storeRows } from '../storeRows.ts';
import { creditsApi } from './creditsApi.ts';

const transactions = createEntityAdapter<CreditTransaction>();
const packages = createEntityAdapter<CreditPackage>();

const initialState = {
  balance: null as CreditBalance | null,
  transactions: transactions.getInitialState(),
  packages: packages.getInitialState(),
  supportTelegram: null as string | null,
};
interface WithCredits {
  readonly credits: typeof initialState;
}

export const creditsSlice = createSlice({
  name: 'credits',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    const { getBalance, listTransactions, listPackages } = creditsApi.endpoints;
    builder
      .addCase(sessionEnded, () => initialState)
      .addMatcher(getBalance.matchFulfilled, (state, { payload }) => {
        state.balance = payload;
      })
      .addMatcher(listTransactions.matchFulfilled, (state, { payload }) => {
        storeRows(transactions, state.transactions, payload.transactions);
      })
      .addMatcher(listPackages.matchFulfilled, (state, { payload }) => {
        storeRows(packages, state.packages, payload.packages);
        state.supportTelegram = payload.support_telegram;
      });
  },
});

export const selectBalance = (state: WithCredits) => state.credits.balance;
export const selectSupportTelegram = (state: WithCredits) => state.credits.supportTelegram;

export const selectTransactions = transactions.getSelectors(
  (state: WithCredits) => state.credits.transactions,
).selectAll;

export const selectPackages = packages.getSelectors((state: WithCredits) => state.credits.packages).selectAll;
