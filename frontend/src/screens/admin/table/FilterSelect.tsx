import { Select } from 'antd';

interface FilterSelectProps {
  readonly label: string;
  /** Null when the filter is not set. */
  readonly value: string | null;
  /** Label of the option that removes the filter: 'Any status'. */
  readonly unset: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  onChange(value: string | null): void;
}

const UNSET = '';

export function FilterSelect({ label, value, unset, options, onChange }: FilterSelectProps) {
  return (
    <Select
      aria-label={label}
      value={value ?? UNSET}
      options={[{ value: UNSET, label: unset }, ...options]}
      popupMatchSelectWidth={false}
      onChange={(chosen) => onChange(chosen === UNSET ? null : chosen)}
      style={{ minWidth: 116 }}
    />
  );
}
