import CaretDownOutlined from '@ant-design/icons/CaretDownOutlined';
import styles from './SortHeader.module.css';
import type { SortOrder } from './tableView.ts';

interface SortHeaderProps {
  readonly title: string;
  /** Null while the table is sorted by another column; `aria-sort` of the cell says the same to a screen reader. */
  readonly order: SortOrder | null;
  /** The title stands above the numbers' last digits, its arrow before it. */
  readonly isNumber?: boolean;
  onSort(): void;
}

/** A column's title that sorts by it. */
export function SortHeader({ title, order, isNumber = false, onSort }: SortHeaderProps) {
  return (
    <button type="button" className={styles.sort} data-number={isNumber} onClick={onSort}>
      {title}
      <CaretDownOutlined aria-hidden className={styles.arrow} data-order={order ?? 'none'} />
    </button>
  );
}
