import type { CreditUser } from '@flyerdeck/contracts/types';

/** What the cards say; active is who has credits left. */
export function creditTotals(users: readonly CreditUser[]) {
  const totals = { credits: 0, purchased: 0, spent: 0, activeUsers: 0 };
  for (const user of users) {
    totals.credits += user.credits_balance;
    totals.purchased += user.total_credits_purchased;
    totals.spent += user.total_credits_spent;
    if (user.credits_balance > 0) totals.activeUsers += 1;
  }
  return totals;
}
