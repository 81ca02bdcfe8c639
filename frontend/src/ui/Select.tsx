import type { ComponentProps } from 'react';
import styles from './fields.module.css';

export type Choices = readonly (readonly [value: string, label: string])[];

interface SelectProps extends Omit<ComponentProps<'select'>, 'onChange'> {
  readonly options: Choices;
  onChange(value: string): void;
}

/** The browser's select. antd's would be 28.9 KiB more, and phones show their own list of options for this one. */
export function Select({ options, onChange, className = '', ...select }: SelectProps) {
  return (
    <select
      className={`${styles.input} ${styles.select} ${className}`}
      {...select}
      onChange={(event) => onChange(event.target.value)}
    >
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
