import { type RefObject, useEffect, useId } from 'react';
import { formatNumber } from '../../../lib/numbers.ts';
import checkbox from '../../../ui/checkbox.module.css';
import styles from '../pages.module.css';

interface SelectAllProps {
  /** For the parent, which focuses the checkbox after it clears the selection. */
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly count: number;
  readonly selectedCount: number;
  onSelectAll(): void;
  onClear(): void;
}

/** Also pages that are not rendered. */
export function SelectAll({ inputRef, count, selectedCount, onSelectAll, onClear }: SelectAllProps) {
  const id = useId();
  const isAllSelected = selectedCount === count;
  const isPartlySelected = selectedCount > 0 && !isAllSelected;
  useEffect(() => {
    if (inputRef.current) inputRef.current.indeterminate = isPartlySelected;
  }, [inputRef, isPartlySelected]);
  return (
    <span className={`u-line u-tabular u-gap8 ${styles.all}`}>
      <input
        id={id}
        type="checkbox"
        className={`${checkbox.box} ${checkbox.large}`}
        checked={isAllSelected}
        ref={inputRef}
        onChange={isAllSelected ? onClear : onSelectAll}
      />
      <label htmlFor={id}>
        <span className={styles.word}>Select </span>all {formatNumber(count)}
      </label>
    </span>
  );
}

interface PageCheckboxProps {
  readonly name: string;
  readonly isSelected: boolean;
  onToggle(isRange: boolean): void;
}

const holdsShift = (event: Event): boolean => event instanceof MouseEvent && event.shiftKey;

export function PageCheckbox({ name, isSelected, onToggle }: PageCheckboxProps) {
  return (
    <span className={styles.box}>
      <input
        type="checkbox"
        className={`${checkbox.box} ${checkbox.large}`}
        aria-label={`Select ${name}`}
        checked={isSelected}
        // The native event of a checkbox change is a click, also when the space bar is used.
        onChange={(event) => onToggle(holdsShift(event.nativeEvent))}
      />
    </span>
  );
}
