import type { PerformanceAnalytics } from '@flyerdeck/contracts/types';
import { useMemo } from 'react';
import { formatDuration } from '../../../lib/formatDuration.ts';
import { formatNumber } from '../../../lib/formatTotal.ts';
import { BarList } from '../charts/BarList.tsx';
import { Bottlenecks } from './Bottlenecks.tsx';
import styles from './PerformanceReport.module.css';
import { POSTING_SPEED, SCREENSHOT_TIME, SPEED_TONES, speedLabel, TOTAL_TIME } from './speed.ts';
import { CountCard, TimeCard } from './TimeCard.tsx';
import { TransitionsTable } from './TransitionsTable.tsx';
import { transitionRows } from './transitionRows.ts';

/** The analytics of postings that there are some of. */
export function PerformanceReport({ analytics }: { readonly analytics: PerformanceAnalytics }) {
  const rows = useMemo(() => transitionRows(analytics), [analytics]);
  return (
    <>
      <div className={styles.cards}>
        <CountCard title="Total Analyzed" count={formatNumber(analytics.total_analyzed)} note="Completed postings" />
        <TimeCard title="Avg Total Time" range={analytics.total_posting_time} thresholds={TOTAL_TIME} />
        <TimeCard title="Avg Posting Speed" range={analytics.claim_to_posted_time} thresholds={POSTING_SPEED} />
        <TimeCard
          title="Avg Screenshot Time"
          range={analytics.screenshot_generation_time}
          thresholds={SCREENSHOT_TIME}
        />
      </div>
      {analytics.recommendations.length > 0 && (
        <section aria-labelledby="recommendations">
          <h2 id="recommendations" className={styles.title}>
            Recommendations
          </h2>
          <ul className={styles.recommendations}>
            {analytics.recommendations.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      )}
      {rows.length > 0 && (
        <section aria-labelledby="transitions">
          <h2 id="transitions" className={styles.title}>
            Status Transition Performance
          </h2>
          <div className={styles.transitions}>
            <TransitionsTable rows={rows} />
            <BarList
              title="Average time per stage"
              labelTitle="Stage"
              valueTitle="Average"
              bars={rows.map(({ key, name, avg_ms }) => ({
                key,
                label: name,
                value: avg_ms,
                tone: SPEED_TONES[speedLabel(avg_ms)],
              }))}
              formatValue={formatDuration}
            />
          </div>
        </section>
      )}
      {Object.keys(analytics.bottlenecks).length > 0 && (
        <section aria-labelledby="bottlenecks">
          <h2 id="bottlenecks" className={styles.title}>
            Performance Bottlenecks
          </h2>
          <Bottlenecks bottlenecks={analytics.bottlenecks} />
        </section>
      )}
    </>
  );
}
