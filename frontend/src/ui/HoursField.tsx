import { useId, useState } from 'react';
import { parseHours } from '../lib/parseHours.ts';
import styles from './fields.module.css';

interface HoursFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: number;
  readonly disabled?: boolean;
  onChange(hours: number): void;
}

/** A field for hours. The typed text stays until the field loses focus; `onChange` gets only valid numbers. */
export function HoursField({ label, hint, value, disabled, onChange }: HoursFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={0}
        step={1}
        className={styles.input}
        value={typed ?? String(value)}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => {
          setTyped(event.target.value);
          const hours = parseHours(event.target.value);
          if (hours !== value) onChange(hours);
        }}
        onBlur={() => setTyped(null)}
      />
      {hint && (
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
    </div>
  );
}
