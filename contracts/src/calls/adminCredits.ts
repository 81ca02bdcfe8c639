// Written by `npm run calls` from adminCredits.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../adminCredits.ts';

export const adjustCreditsOfUsers: Call<typeof contracts.adjustCreditsOfUsers> = { method: 'POST', path: '/credits/admin/bulk-adjust', changes: ['CreditUser', 'Transaction/LIST', 'Balance', 'AdminStats', 'AdminAct'] };
export const bookPurchase: Call<typeof contracts.bookPurchase> = { method: 'POST', path: '/credits/admin/purchases', changes: ['CreditUser/LIST', 'CreditUser/:user_id', 'Transaction/LIST', 'Balance', 'AdminStats', 'AdminAct'] };
export const listUserLedger: Call<typeof contracts.listUserLedger> = { path: '/credits/admin/users-credits/:telegramId/ledger' };
export const reversePurchase: Call<typeof contracts.reversePurchase> = { method: 'POST', path: '/credits/admin/purchases/reverse', changes: ['CreditUser/LIST', 'CreditUser/:user_id', 'Transaction/LIST', 'Balance', 'AdminStats', 'AdminAct'] };
