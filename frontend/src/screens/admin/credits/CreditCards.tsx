import type { CreditUser } from '@flyerdeck/contracts/types';
import { useMemo } from 'react';
import { StatCard, StatCards } from '../layout/StatCard.tsx';
import { creditTotals } from './creditTotals.ts';

/** Everybody's credits together. */
export function CreditCards({ users }: { readonly users: readonly CreditUser[] | undefined }) {
  const totals = useMemo(() => users && creditTotals(users), [users]);
  const text = (value: number | undefined) => value?.toLocaleString('en-US') ?? '…';
  return (
    <StatCards>
      <StatCard label="Total Credits" value={text(totals?.credits)} />
      <StatCard label="Total Purchased" value={text(totals?.purchased)} />
      <StatCard label="Total Spent" value={text(totals?.spent)} />
      <StatCard label="Active Users" value={text(totals?.activeUsers)} />
    </StatCards>
  );
}
