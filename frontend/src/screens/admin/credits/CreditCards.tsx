import type { CreditUser } from '@flyerdeck/contracts/types';
import { useMemo } from 'react';
import { StatCard, StatCards } from '../layout/StatCard.tsx';

/** The sums over everybody's credits. */
export function CreditCards({ users }: { readonly users: readonly CreditUser[] | undefined }) {
  const cards = useMemo(() => {
    const sum = (amountOf: (user: CreditUser) => number) => users?.reduce((total, user) => total + amountOf(user), 0);
    return [
      ['Total Credits', sum((user) => user.credits_balance)],
      ['Total Purchased', sum((user) => user.total_credits_purchased)],
      ['Total Spent', sum((user) => user.total_credits_spent)],
      ['Active Users', sum((user) => Number(user.credits_balance > 0))],
    ] as const;
  }, [users]);
  return (
    <StatCards>
      {cards.map(([label, value]) => (
        <StatCard key={label} label={label} value={value ?? '…'} />
      ))}
    </StatCards>
  );
}
