import { BALANCE_EXCELLENT_FROM_CREDITS, BALANCE_GOOD_FROM_CREDITS } from '@flyerdeck/contracts/values/credits';

interface BalanceLevel {
  readonly label: 'Excellent' | 'Good' | 'Low Balance';
  readonly tone: 'success' | 'warning' | 'danger';
}

/** Label and colour of a credit balance (spec section 9). */
export function balanceLevel(credits: number): BalanceLevel {
  if (credits >= BALANCE_EXCELLENT_FROM_CREDITS) return { label: 'Excellent', tone: 'success' };
  if (credits >= BALANCE_GOOD_FROM_CREDITS) return { label: 'Good', tone: 'warning' };
  return { label: 'Low Balance', tone: 'danger' };
}
