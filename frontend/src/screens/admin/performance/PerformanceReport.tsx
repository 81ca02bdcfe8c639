import {
  BOTTLENECKS_SHOWN,
  EXCELLENT_BELOW_MS,
  FAIR_BELOW_MS,
  GOOD_BELOW_MS,
  MEDIUM_POSTING_MS,
  MEDIUM_SCREENSHOT_MS,
  MEDIUM_TOTAL_TIME_MS,
  SLOW_POSTING_MS,
  SLOW_SCREENSHOT_MS,
  SLOW_TOTAL_TIME_MS,
} from '@flyerdeck/contracts/postings.values';
import { statusLabel } from '@flyerdeck/contracts/statusLabel';
import { TASK_STATUS_LABELS } from '@flyerdeck/contracts/tasks.values';
import type { PerformanceAnalytics } from '@flyerdeck/contracts/types';
import { Alert, Card, Flex, Table } from 'antd';
import { formatDuration, formatNumber } from '../../../lib/numbers.ts';
import { StatusChip, TaskStatusChip, type Tone } from '../../../ui/StatusChip.tsx';
import { BarList } from '../charts/BarList.tsx';
import { Columns, Section, type StatCardProps, StatCards } from '../layout/Section.tsx';
import type { AdminColumn } from '../table/columns.tsx';

interface Verdict {
  readonly word: string;
  readonly tone: Tone;
}

function speedOf(averageMs: number): Verdict {
  if (averageMs < EXCELLENT_BELOW_MS) return { word: 'excellent', tone: 'success' };
  if (averageMs < GOOD_BELOW_MS) return { word: 'good', tone: 'info' };
  return averageMs < FAIR_BELOW_MS ? { word: 'fair', tone: 'warning' } : { word: 'poor', tone: 'danger' };
}

interface Thresholds {
  readonly slowAboveMs: number;
  readonly mediumAboveMs: number;
}
const TOTAL_TIME: Thresholds = { slowAboveMs: SLOW_TOTAL_TIME_MS, mediumAboveMs: MEDIUM_TOTAL_TIME_MS };
const POSTING_SPEED: Thresholds = { slowAboveMs: SLOW_POSTING_MS, mediumAboveMs: MEDIUM_POSTING_MS };
const SCREENSHOT_TIME: Thresholds = { slowAboveMs: SLOW_SCREENSHOT_MS, mediumAboveMs: MEDIUM_SCREENSHOT_MS };

/** Spec section 9, 'Colour thresholds'. A time equal to a threshold counts as the faster class. */
function paceOf(averageMs: number, { slowAboveMs, mediumAboveMs }: Thresholds): Verdict {
  if (averageMs > slowAboveMs) return { word: 'Slow', tone: 'danger' };
  return averageMs > mediumAboveMs ? { word: 'Medium', tone: 'warning' } : { word: 'Fast', tone: 'success' };
}

export type Transition = PerformanceAnalytics['status_transitions'][string] & {
  readonly key: string;
};

export const nameOf = ({ key }: Transition): string =>
  key
    .split(' -> ')
    .map((status) => statusLabel(TASK_STATUS_LABELS, status))
    .join(' → ');

const time = (title: string, key: 'avg_ms' | 'min_ms' | 'max_ms'): AdminColumn<Transition> => ({
  key,
  title,
  width: 80,
  align: 'end',
  render: (_, transition) => formatDuration(transition[key]),
});

const COLUMNS: readonly AdminColumn<Transition>[] = [
  { key: 'name', title: 'Transition', width: 176, rowScope: 'row', render: (_, transition) => nameOf(transition) },
  { key: 'count', title: 'Count', width: 72, align: 'end', render: (_, { count }) => formatNumber(count) },
  time('Average', 'avg_ms'),
  time('Min', 'min_ms'),
  time('Max', 'max_ms'),
  {
    key: 'label',
    title: 'Performance',
    width: 112,
    align: 'end',
    render: (_, { avg_ms }) => <StatusChip tone={speedOf(avg_ms).tone}>{speedOf(avg_ms).word}</StatusChip>,
  },
];

function TransitionsTable({ transitions }: { readonly transitions: readonly Transition[] }) {
  return (
    <Card
      role="region"
      aria-label="Transitions table"
      tabIndex={0}
      style={{ overflow: 'auto' }}
      styles={{ body: { padding: 0 } }}
    >
      <Table
        aria-label="Status Transition Performance"
        size="small"
        pagination={false}
        tableLayout="fixed"
        style={{ minWidth: COLUMNS.reduce((sum, { width }) => sum + width, 0) }}
        columns={[...COLUMNS]}
        dataSource={transitions}
      />
    </Card>
  );
}

type Range = PerformanceAnalytics['total_posting_time'];

function averageCard(label: string, { avg_ms, min_ms, max_ms }: Range, thresholds: Thresholds): StatCardProps {
  const { word, tone } = paceOf(avg_ms, thresholds);
  const note = `${formatDuration(min_ms)} - ${formatDuration(max_ms)}`;
  return { label, value: formatDuration(avg_ms), suffix: word, tone, note };
}

export function PerformanceReport({ analytics }: { readonly analytics: PerformanceAnalytics }) {
  const transitions = Object.entries(analytics.status_transitions).map(([key, times]) => ({ key, ...times }));
  const worst = Object.entries(analytics.bottlenecks)
    .sort(([, a], [, b]) => b - a)
    .slice(0, BOTTLENECKS_SHOWN);
  return (
    <>
      <StatCards
        cards={[
          { label: 'Total Analyzed', value: analytics.total_analyzed, note: 'Completed postings' },
          averageCard('Avg Total Time', analytics.total_posting_time, TOTAL_TIME),
          averageCard('Avg Posting Speed', analytics.claim_to_posted_time, POSTING_SPEED),
          averageCard('Avg Screenshot Time', analytics.screenshot_generation_time, SCREENSHOT_TIME),
        ]}
      />
      {analytics.recommendations.length > 0 && (
        <Section title="Recommendations">
          <Alert
            type="info"
            role="note"
            style={{ background: 'var(--fd-info-soft)', borderColor: 'var(--fd-border)' }}
            title={
              <ul style={{ margin: 0, paddingInlineStart: 16 }}>
                {analytics.recommendations.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            }
          />
        </Section>
      )}
      {transitions.length > 0 && (
        <Section title="Status Transition Performance">
          <Columns minWidthPx={480}>
            <TransitionsTable transitions={transitions} />
            <BarList
              title="Average time per stage"
              labelTitle="Stage"
              valueTitle="Average"
              bars={transitions.map((transition) => ({
                key: transition.key,
                label: nameOf(transition),
                value: transition.avg_ms,
                tone: speedOf(transition.avg_ms).tone,
              }))}
              formatValue={formatDuration}
            />
          </Columns>
        </Section>
      )}
      {worst.length > 0 && (
        <Section title="Performance Bottlenecks">
          <ul
            aria-label="Performance Bottlenecks"
            style={{
              ...{ display: 'grid', gap: 8, margin: 0, padding: 0, listStyle: 'none' },
              gridTemplateColumns: 'repeat(auto-fill, minmax(min(300px, 100%), 1fr))',
            }}
          >
            {worst.map(([status, count]) => (
              <li key={status}>
                <Card size="small">
                  <Flex justify="space-between" align="center" gap="small">
                    <TaskStatusChip status={status} />
                    <span>
                      <b>{formatNumber(count)}</b> affected postings
                    </span>
                  </Flex>
                </Card>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}
