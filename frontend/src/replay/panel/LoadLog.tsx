import { useId } from 'react';
import styles from './ReplayPanel.module.css';

interface LoadLogProps {
  readonly isReading: boolean;
  /** Nothing else is there to do yet. */
  readonly isFirst: boolean;
  onLoad(file: File): void;
}

export function LoadLog({ isReading, isFirst, onLoad }: LoadLogProps) {
  const id = useId();
  return (
    <span className={styles.load}>
      <input
        id={id}
        type="file"
        accept=".json,application/json"
        className={styles.file}
        disabled={isReading}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onLoad(file);
          // The same file again is a change too.
          target.value = '';
        }}
      />
      <label htmlFor={id} className={`u-control ${styles.button}`} data-primary={isFirst}>
        {isReading ? 'Reading…' : 'Load log'}
      </label>
    </span>
  );
}
