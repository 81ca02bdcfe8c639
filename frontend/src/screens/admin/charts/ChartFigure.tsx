import { useId, useRef, useState } from 'react';
import styles from './ChartFigure.module.css';
import { ChartTable } from './ChartTable.tsx';
import type { ChartData, ChartKind } from './chartData.ts';
import { useDrawnChart } from './useDrawnChart.ts';

interface ChartFigureProps {
  readonly title: string;
  readonly kind: ChartKind;
  /** Keep it the same (useMemo) while nothing changed, or the chart is drawn anew. */
  readonly data: ChartData;
  /** What stands along the bottom, as the head of the table's first column: 'Day'. */
  readonly labelTitle: string;
  readonly heightPx?: number;
}

/** As high as the chart with its legend, so that nothing below moves. */
const SCROLL_ROOM_PX = 24;

/**
 * A chart for the eye and the same as a table for everybody else: screen readers always have the table, and anybody
 * may look at it instead.
 */
export function ChartFigure({ title, kind, data, labelTitle, heightPx = 240 }: ChartFigureProps) {
  const drawing = useRef<HTMLDivElement>(null);
  const { isFailed, place } = useDrawnChart(drawing, kind, data, heightPx);
  const [wantsTable, setWantsTable] = useState(false);
  const showsTable = wantsTable || isFailed;
  const id = useId();

  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption className={styles.caption}>
        <span id={id} className={styles.title}>
          {title}
        </span>
        <button
          type="button"
          className={styles.toggle}
          aria-pressed={showsTable}
          onClick={() => setWantsTable(!showsTable)}
        >
          Show as table
        </button>
      </figcaption>
      <div aria-hidden="true" hidden={showsTable}>
        <ul className={styles.legend}>
          {data.series.map(({ label, color, values }) => (
            <li key={label} className={styles.entry}>
              <span className={styles.swatch} style={{ background: `var(${color})` }} />
              {label}
              {place !== null && <b className={styles.value}>{data.formatValue(values[place] ?? 0)}</b>}
            </li>
          ))}
          {place !== null && <li className={styles.place}>{data.labels[place]}</li>}
        </ul>
        <div ref={drawing} className={styles.drawing} style={{ height: heightPx }} />
      </div>
      <div
        className={showsTable ? styles.shown : styles.spoken}
        // What scrolls has to be reached by keyboard.
        {...(showsTable && {
          role: 'region',
          'aria-label': `${title}: table`,
          tabIndex: 0,
          style: { maxHeight: heightPx + SCROLL_ROOM_PX },
        })}
      >
        <ChartTable title={title} labelTitle={labelTitle} data={data} />
      </div>
    </figure>
  );
}
