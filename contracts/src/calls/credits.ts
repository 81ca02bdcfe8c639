// Written by `npm run calls` from credits.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../credits.ts';

export const adjustCredits: Call<typeof contracts.adjustCredits> = { method: 'POST', path: '/credits/admin/adjust-credits', changes: ['CreditUser/LIST', 'CreditUser/:user_id', 'Transaction/LIST', 'Balance', 'AdminStats', 'AdminAct'] };
export const getBalance: Call<typeof contracts.getBalance> = { path: '/credits/balance' };
export const getCreditOutlook: Call<typeof contracts.getCreditOutlook> = { path: '/credits/outlook' };
export const listCreditUsers: Call<typeof contracts.listCreditUsers> = { path: '/credits/admin/users-credits' };
export const listPackages: Call<typeof contracts.listPackages> = { path: '/credits/packages', access: 'public' };
export const listSpending: Call<typeof contracts.listSpending> = { path: '/credits/spending' };
export const listTransactions: Call<typeof contracts.listTransactions> = { path: '/credits/transactions' };
