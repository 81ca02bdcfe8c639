import DollarOutlined from '@ant-design/icons/DollarOutlined';
import LineChartOutlined from '@ant-design/icons/LineChartOutlined';
import TeamOutlined from '@ant-design/icons/TeamOutlined';
import UnorderedListOutlined from '@ant-design/icons/UnorderedListOutlined';
import { POSTING_STATUSES } from '@flyerdeck/contracts/postings.values';
import { statusLabel } from '@flyerdeck/contracts/statusLabel';
import { TASK_STATUS_LABELS, TASK_STATUSES } from '@flyerdeck/contracts/tasks.values';
import type { AdminStats, SitePackStatus } from '@flyerdeck/contracts/types';
import { Button, Flex } from 'antd';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { useGetStatsQuery, useGetTrendsQuery } from '../../../data/admin/adminApi.ts';
import { formatRecentTime } from '../../../lib/formatDate.ts';
import { counted, formatNumber } from '../../../lib/numbers.ts';
import { Skeleton } from '../../../ui/notices.tsx';
import { statusTone } from '../../../ui/StatusChip.tsx';
import { BarList } from '../charts/BarList.tsx';
import { ChartFigure, type ChartSeries } from '../charts/ChartFigure.tsx';
import { TrendsSection, useTrendsRange } from '../charts/TrendsSection.tsx';
import { AdminPage, combineQueries, QueryAlert, RefreshButton } from '../layout/AdminPage.tsx';
import { Columns, Section, type StatCardProps, StatCards } from '../layout/Section.tsx';

/** The site pack of all pages, and how many pages a pack does not fit. */
function sitePackValues(status: SitePackStatus): Pick<StatCardProps, 'value' | 'note'> {
  const { version, pages_count, missing_count } = status;
  const unfit = missing_count === 0 ? '' : `. A pack does not fit ${counted(missing_count, 'page')}`;
  // Short, because a longer note would move what is below. The screen of the packs says how one is made.
  if (version === null) return { value: 'None', note: `Not published yet${unfit}` };
  return { value: `Version ${version}`, note: `Used by ${counted(pages_count, 'page')}${unfit}` };
}

function booksValues(books: AdminStats['books']): Pick<StatCardProps, 'value' | 'note' | 'tone'> {
  if (!books) return { value: 'Not checked yet' };
  const { checked_at, deviations_count: found } = books;
  const note = `Checked ${formatRecentTime(checked_at)}`;
  if (found === 0) return { value: 'Explained 100 %', note };
  return { value: `${counted(found, 'row')} not explained`, note, tone: 'danger' };
}

const USERS: readonly ChartSeries[] = [
  { label: 'New users', color: '--fd-accent', valueOn: ({ new_users }) => new_users },
];
const CREDITS: readonly ChartSeries[] = [
  { label: 'Bought', color: '--fd-success', valueOn: ({ credits_bought }) => credits_bought },
  { label: 'Granted', color: '--fd-info', valueOn: ({ credits_granted }) => credits_granted },
  { label: 'Spent', color: '--fd-warning', valueOn: ({ credits_spent }) => credits_spent },
];

const HEIGHT_PX = 220;

const Trends = () => (
  <TrendsSection chartHeightPx={HEIGHT_PX}>
    {(days) => (
      <Columns minWidthPx={400}>
        <ChartFigure title="New users per day" kind="bars" days={days} series={USERS} heightPx={HEIGHT_PX} />
        <ChartFigure
          title="Credits bought, granted and spent per day"
          kind="lines"
          days={days}
          series={CREDITS}
          heightPx={HEIGHT_PX}
        />
      </Columns>
    )}
  </TrendsSection>
);

const ClaimPause = lazy(() => import('./ClaimPause.tsx'));
const BookDeviations = lazy(() => import('./BookDeviations.tsx'));

type CountsByStatus = Readonly<Record<string, number>>;

const QUICK_ACCESS = [
  { label: 'Manage Users', to: '/admin/users', Icon: TeamOutlined },
  { label: 'Performance Analytics', to: '/admin/performance', Icon: LineChartOutlined },
  { label: 'Credit Management', to: '/admin/credits', Icon: DollarOutlined },
  { label: 'Detailed Postings', to: '/admin/postings', Icon: UnorderedListOutlined },
] as const;

const sumOf = (counts: CountsByStatus): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

const completedOf = (counts: CountsByStatus) => `${formatNumber(counts.completed ?? 0)} completed`;

/** Bars in the given order of statuses. Unknown statuses come last. */
function barsOf(counts: CountsByStatus, order: readonly string[]) {
  const positionOf = (status: string) => (order.includes(status) ? order.indexOf(status) : order.length);
  return Object.entries(counts)
    .map(([key, value]) => ({ key, value, label: statusLabel(TASK_STATUS_LABELS, key), tone: statusTone(key) }))
    .sort((a, b) => positionOf(a.key) - positionOf(b.key));
}

type CardValues = Pick<StatCardProps, 'value' | 'note'>;

interface StatsCard extends Pick<StatCardProps, 'label' | 'link'> {
  valuesOf(stats: AdminStats): CardValues;
}

const CARDS: readonly StatsCard[] = [
  {
    label: 'Users',
    valuesOf: (stats) => ({ value: stats.users_count, note: `${formatNumber(stats.active_users_count)} active` }),
  },
  { label: 'Pages', valuesOf: ({ pages_count }) => ({ value: pages_count, note: 'Linked pages' }) },
  { label: 'Tasks', valuesOf: ({ tasks_count }) => ({ value: sumOf(tasks_count), note: completedOf(tasks_count) }) },
  {
    label: 'Assistants',
    valuesOf: ({ assistants_count }) => ({ value: sumOf(assistants_count), note: completedOf(assistants_count) }),
  },
  { label: 'New Users (Last 7 Days)', valuesOf: ({ new_users_last_week }) => ({ value: new_users_last_week }) },
  {
    label: 'Site Pack',
    valuesOf: ({ site_pack }) => sitePackValues(site_pack),
    link: ['Manage site packs', '/admin/site-packs'],
  },
  { label: 'Books', valuesOf: ({ books }) => booksValues(books) },
];
/** As high as the values, so that nothing moves when they appear. */
const UNKNOWN: CardValues = { value: '…', note: '…' };

function Statistics({ stats }: { readonly stats: AdminStats }) {
  return (
    <Section title="System Statistics">
      <Columns minWidthPx={400}>
        <BarList title="Tasks by Status" labelTitle="Status" bars={barsOf(stats.tasks_count, TASK_STATUSES)} />
        <BarList
          title="Page Postings by Status"
          labelTitle="Status"
          bars={barsOf(stats.page_postings_count, POSTING_STATUSES)}
        />
      </Columns>
    </Section>
  );
}

/** Statistics of all users (spec section 2, 'Admin dashboard'). */
export default function AdminDashboardScreen() {
  const navigate = useNavigate();
  const query = useGetStatsQuery();
  const trends = useGetTrendsQuery({ days: useTrendsRange().days });
  const { data: stats, isLoading } = query;
  return (
    <AdminPage title="Admin Dashboard" actions={<RefreshButton query={combineQueries(query, trends)} />}>
      <QueryAlert query={query} message="Failed to load admin dashboard statistics" />
      {(stats || isLoading) && (
        <StatCards
          cards={CARDS.map(({ valuesOf, ...card }) => ({ ...card, ...(stats ? valuesOf(stats) : UNKNOWN) }))}
        />
      )}
      {stats?.books && stats.books.deviations_count > 0 && (
        <Suspense>
          <BookDeviations books={stats.books} />
        </Suspense>
      )}
      <Section title="Quick Access">
        <Flex wrap gap="small">
          {QUICK_ACCESS.map(({ label, to, Icon }) => (
            <Button key={to} icon={<Icon aria-hidden />} onClick={() => navigate(to)}>
              {label}
            </Button>
          ))}
        </Flex>
        {/* As high as its button. */}
        <Suspense fallback={<div style={{ height: 44 }} />}>
          {stats ? <ClaimPause pause={stats.claim_pause} /> : <div style={{ height: 44 }} />}
        </Suspense>
      </Section>
      {isLoading && <Skeleton label="Loading statistics" rows={2} rowHeightPx={300} />}
      {stats && <Statistics stats={stats} />}
      {/* Below the statistics, whose height is not known before. */}
      {!isLoading && <Trends />}
    </AdminPage>
  );
}
