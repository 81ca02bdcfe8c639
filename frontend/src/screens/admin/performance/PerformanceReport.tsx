import { BOTTLENECKS_SHOWN } from '@flyerdeck/contracts/limits';
import { statusLabel, TASK_STATUS_LABELS } from '@flyerdeck/contracts/statuses';
import type { PerformanceAnalytics } from '@flyerdeck/contracts/types';
import { Alert, Card, Flex, Table, type TableColumnType } from 'antd';
import { formatDuration } from '../../../lib/formatDuration.ts';
import { formatNumber } from '../../../lib/formatNumber.ts';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { TaskStatusChip } from '../../../ui/TaskStatusChip.tsx';
import { BarList } from '../charts/BarList.tsx';
import { Columns, Section } from '../layout/Section.tsx';
import { type StatCardProps, StatCards } from '../layout/StatCard.tsx';
import { POSTING_SPEED, paceOf, SCREENSHOT_TIME, speedOf, type Thresholds, TOTAL_TIME } from './speed.ts';

type Transition = PerformanceAnalytics['status_transitions'][string] & {
  /** The server's format: 'pending -> posting'. */
  readonly key: string;
};

/** 'Pending → Posting' */
const nameOf = ({ key }: Transition): string =>
  key
    .split(' -> ')
    .map((status) => statusLabel(TASK_STATUS_LABELS, status))
    .join(' → ');

const time = (title: string, key: 'avg_ms' | 'min_ms' | 'max_ms'): TableColumnType<Transition> => ({
  key,
  title,
  align: 'end',
  render: (_, transition) => formatDuration(transition[key]),
});

const COLUMNS: TableColumnType<Transition>[] = [
  { key: 'name', title: 'Transition', rowScope: 'row', render: (_, transition) => nameOf(transition) },
  { key: 'count', title: 'Count', align: 'end', render: (_, { count }) => formatNumber(count) },
  time('Average', 'avg_ms'),
  time('Min', 'min_ms'),
  time('Max', 'max_ms'),
  {
    key: 'label',
    title: 'Performance',
    align: 'end',
    render: (_, { avg_ms }) => <StatusChip tone={speedOf(avg_ms).tone}>{speedOf(avg_ms).word}</StatusChip>,
  },
];

type Range = PerformanceAnalytics['total_posting_time'];

/** An average with its range. Its colour and its word show how slow it is. */
function averageCard(label: string, { avg_ms, min_ms, max_ms }: Range, thresholds: Thresholds): StatCardProps {
  const { word, tone } = paceOf(avg_ms, thresholds);
  const note = `${formatDuration(min_ms)} - ${formatDuration(max_ms)}`;
  return { label, value: formatDuration(avg_ms), suffix: word, tone, note };
}

/** Requires at least one analyzed posting. */
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
                style={{ minWidth: 'max-content' }}
                columns={COLUMNS}
                dataSource={transitions}
              />
            </Card>
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
          <Flex component="ul" wrap gap="small" aria-label="Performance Bottlenecks" style={{ margin: 0, padding: 0 }}>
            {worst.map(([status, count]) => (
              <Flex component="li" key={status} style={{ flex: '0 1 320px' }}>
                <Card size="small" style={{ width: '100%' }}>
                  <Flex justify="space-between" align="center" gap="small">
                    <TaskStatusChip status={status} />
                    <span>
                      <b>{formatNumber(count)}</b> affected postings
                    </span>
                  </Flex>
                </Card>
              </Flex>
            ))}
          </Flex>
        </Section>
      )}
    </>
  );
}
