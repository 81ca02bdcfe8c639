import { BALANCE_EXCELLENT_FROM_CREDITS, BALANCE_GOOD_FROM_CREDITS } from '@flyerdeck/contracts/credits.values';

export interface Account {
  readonly id?: string | number | null | undefined;
  readonly username?: string | null | undefined;
  readonly first_name?: string | null | undefined;
  readonly last_name?: string | null | undefined;
}

export function accountName({ id, username, first_name, last_name }: Account): string {
  const name = [first_name, last_name].filter(Boolean).join(' ');
  // An account without a username has its id as username.
  const handle = username && username !== String(id) ? `@${username}` : `ID ${id}`;
  return name ? `${name} (${handle})` : handle;
}

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
