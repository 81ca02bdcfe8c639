import styles from './ChartFigure.module.css';
import type { ChartData } from './chartData.ts';

interface ChartTableProps {
  readonly title: string;
  readonly labelTitle: string;
  readonly data: ChartData;
}

/** A chart's figures, one row a place along its bottom. */
export function ChartTable({ title, labelTitle, data: { labels, series, formatValue } }: ChartTableProps) {
  return (
    <table className={styles.table} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{labelTitle}</th>
          {series.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {labels.map((label, place) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {series.map((one) => (
              <td key={one.label}>{formatValue(one.values[place] ?? 0)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
