import type { PerformanceAnalytics } from '@flyerdeck/contracts/types';
import { BOTTLENECKS_SHOWN } from '@flyerdeck/contracts/values/postings';
import { Alert, Card, Flex } from 'antd';
import { formatDuration } from '../../../lib/formatDuration.ts';
import { formatNumber } from '../../../lib/formatNumber.ts';
import { TaskStatusChip } from '../../../ui/TaskStatusChip.tsx';
import { BarList } from '../charts/BarList.tsx';
import { Columns, Section, type StatCardProps, StatCards } from '../layout/Section.tsx';
import { POSTING_SPEED, paceOf, SCREENSHOT_TIME, speedOf, type Thresholds, TOTAL_TIME } from './speed.ts';
import { nameOf, TransitionsTable } from './TransitionsTable.tsx';

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
              // Columns of equal width; as wide as the screen on a phone.
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
