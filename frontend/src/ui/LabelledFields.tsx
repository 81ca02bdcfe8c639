import { type ComponentProps, useId } from 'react';
import styles from './fields.module.css';
import { Select } from './Select.tsx';

interface InputFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly label: string;
  readonly hint?: string | undefined;
  onChange(value: string): void;
}

/** An input below its label, with a hint below it. */
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
