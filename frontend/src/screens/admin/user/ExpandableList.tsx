import RightOutlined from '@ant-design/icons/RightOutlined';
import { ACTIVITY_SHOWN } from '@flyerdeck/contracts/limits';
import { type ReactNode, useId, useState } from 'react';
import { formatNumber } from '../../../lib/formatTotal.ts';
import disclosure from '../../../ui/disclosure.module.css';
import styles from './ExpandableList.module.css';

interface ExpandableListProps<Row> {
  readonly title: string;
  readonly rows: readonly Row[];
  /** Of all there are; the newest are listed. */
  readonly count: number;
  readonly keyOf: (row: Row) => string;
  readonly emptyText: string;
  /** Of one row, the content of its list item. */
  readonly children: (row: Row) => ReactNode;
}

/** A list behind its title, closed at first. */
export function ExpandableList<Row>({ title, rows, count, keyOf, emptyText, children }: ExpandableListProps<Row>) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <section className={styles.section} aria-label={title}>
      <h2 className={styles.heading}>
        <button
          type="button"
          className={`${disclosure.toggle} ${styles.toggle}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          <RightOutlined aria-hidden className={isOpen ? `${disclosure.arrow} ${disclosure.open}` : disclosure.arrow} />
          <span className={disclosure.name}>{title}</span>
          <span className={styles.count}>{formatNumber(count)}</span>
        </button>
      </h2>
      {isOpen && (
        <div id={id} className={styles.content}>
          {rows.length === 0 && <p className={styles.empty}>{emptyText}</p>}
          {rows.length > 0 && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must do so by keyboard too.
            <ul className={styles.list} aria-label={title} tabIndex={0}>
              {rows.map((row) => (
                <li key={keyOf(row)} className={styles.row}>
                  {children(row)}
                </li>
              ))}
            </ul>
          )}
          {count > rows.length && <p className={styles.empty}>The newest {ACTIVITY_SHOWN} are listed.</p>}
        </div>
      )}
    </section>
  );
}
