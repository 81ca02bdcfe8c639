import type { Tone } from '../../../ui/statusTone.ts';
import styles from './BarList.module.css';

export interface Bar {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  readonly tone?: Tone;
}

interface BarListProps {
  readonly title: string;
  /** Heads of the two columns, for who hears the list: 'Stage', 'Average'. */
  readonly labelTitle: string;
  readonly valueTitle: string;
  readonly bars: readonly Bar[];
  readonly formatValue: (value: number) => string;
}

/** A few values with long names, as lying bars: a table whose rows are as long as what they say. */
export function BarList({ title, labelTitle, valueTitle, bars, formatValue }: BarListProps) {
  const longest = Math.max(...bars.map(({ value }) => value), 0);
  return (
    <table className={styles.bars}>
      <caption className={styles.title}>{title}</caption>
      <thead className={styles.head}>
        <tr>
          <th scope="col">{labelTitle}</th>
          <th scope="col">{valueTitle}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ key, label, value, tone = 'accent' }) => (
          <tr key={key}>
            <th scope="row" className={styles.label}>
              {label}
            </th>
            <td className={styles.cell}>
              <span
                className={styles.bar}
                data-tone={tone}
                style={{ width: `${longest > 0 ? (100 * value) / longest : 0}%` }}
              />
              <span className={styles.value}>{formatValue(value)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
