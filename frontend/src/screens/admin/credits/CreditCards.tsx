import type { CreditUser } from '@flyerdeck/contracts/types';
import { useMemo } from 'react';
import { StatCards } from '../layout/StatCard.tsx';

const CARDS: readonly (readonly [label: string, amountOf: (user: CreditUser) => number])[] = [
  ['Total Credits', (user) => user.credits_balance],
  ['Total Purchased', (user) => user.total_credits_purchased],
  ['Total Spent', (user) => user.total_credits_spent],
  ['Active Users', (user) => Number(user.credits_balance > 0)],
];

/** Totals of all users' credits. */
export function CreditCards({ users }: { readonly users: readonly CreditUser[] | undefined }) {
  const cards = useMemo(
    () =>
      CARDS.map(([label, amountOf]) => ({
        label,
        value: users?.reduce((total, user) => total + amountOf(user), 0) ?? '…',
      })),
    [users],
  );
  return <StatCards cards={cards} />;
}
