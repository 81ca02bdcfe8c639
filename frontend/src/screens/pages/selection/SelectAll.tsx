import { type RefObject, useEffect, useId } from 'react';
import checkbox from '../../../ui/checkbox.module.css';
import styles from './SelectAll.module.css';

interface SelectAllProps {
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** The number of matching pages. */
  readonly count: number;
  readonly isFiltered: boolean;
  readonly selectedCount: number;
  onSelectAll(): void;
  onClear(): void;
}

/** Selects all matching pages, also those that are not rendered. */
export function SelectAll({ inputRef, count, isFiltered, selectedCount, onSelectAll, onClear }: SelectAllProps) {
  const id = useId();
  const isAll = selectedCount === count;
  const isPart = selectedCount > 0 && !isAll;
  useEffect(() => {
    if (inputRef.current) inputRef.current.indeterminate = isPart;
  }, [inputRef, isPart]);
  return (
    <span className={`u-line u-tabular u-gap8 ${styles.all}`}>
      <input
        id={id}
        type="checkbox"
        className={`${checkbox.box} ${styles.input}`}
        checked={isAll}
        ref={inputRef}
        onChange={isAll ? onClear : onSelectAll}
      />
      <label htmlFor={id}>
        Select all {count}
        {isFiltered && ' matching'}
      </label>
    </span>
  );
}
