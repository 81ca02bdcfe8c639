import { type ComponentProps, useId, useState } from 'react';
import { formatClock, isClockOfBrowser, parseClock } from '../lib/hourClock.ts';
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

interface InputFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly label: string;
  readonly hint?: string | undefined;
  onChange(value: string): void;
}

export function InputField({ label, hint, onChange, ...input }: InputFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={styles.input}
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...input}
        onChange={(event) => onChange(event.target.value)}
      />
      {hint && (
        <span id={`${id}-hint`} className="u-flush u-muted u-small">
          {hint}
        </span>
      )}
    </div>
  );
}

export function SelectField({ label, ...select }: ComponentProps<typeof Select> & { readonly label: string }) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <Select id={id} {...select} />
    </div>
  );
}

interface TimeFieldProps extends ComponentProps<typeof InputField> {
  readonly value: string;
}

/** A time of the day: the browser's own field, or a text field where that one does not show the hours that the user chose. */
export function TimeField({ value, onChange, ...field }: TimeFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  if (isClockOfBrowser()) {
    // Some browsers add seconds.
    return <InputField {...field} type="time" value={value} onChange={(time) => onChange(time.slice(0, 5))} />;
  }
  return (
    <InputField
      {...field}
      value={typed ?? (value && formatClock(value))}
      placeholder={formatClock('18:00')}
      onChange={(text) => {
        setTyped(text);
        onChange(parseClock(text) ?? '');
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
