import type { AdminStats } from '@flyerdeck/contracts/types';
import { formatNumber } from '../../../lib/formatTotal.ts';
import { StatCard, StatCards } from '../layout/StatCard.tsx';
import { type CountsByStatus, sumOf } from './statusCounts.ts';

const completedOf = (counts: CountsByStatus) => `${formatNumber(counts.completed ?? 0)} completed`;

export function StatsCards({ stats }: { readonly stats: AdminStats }) {
  return (
    <StatCards>
      <StatCard
        label="Users"
        value={formatNumber(stats.users_count)}
        note={`${formatNumber(stats.active_users_count)} active`}
      />
      <StatCard label="Pages" value={formatNumber(stats.pages_count)} note="Linked pages" />
      <StatCard label="Tasks" value={formatNumber(sumOf(stats.tasks_count))} note={completedOf(stats.tasks_count)} />
      <StatCard
        label="Assistants"
        value={formatNumber(sumOf(stats.assistants_count))}
        note={completedOf(stats.assistants_count)}
      />
      <StatCard label="New Users (Last 7 Days)" value={formatNumber(stats.new_users_last_week)} />
    </StatCards>
  );
}
