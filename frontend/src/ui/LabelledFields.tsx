import { type ComponentProps, useId } from 'react';
import styles from './fields.module.css';

type InputFieldProps = Omit<ComponentProps<'input'>, 'onChange'> & { label: string; onChange(value: string): void };

/** An input below its label. */
export function InputField({ label, onChange, ...input }: InputFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input id={id} className={styles.input} {...input} onChange={(event) => onChange(event.target.value)} />
    </div>
  );
}

export type Choices = readonly (readonly [value: string, label: string])[];

interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly options: Choices;
  onChange(value: string): void;
}

/** A select below its label. */
export function SelectField({ label, value, options, onChange }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={`${styles.input} ${styles.select}`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
