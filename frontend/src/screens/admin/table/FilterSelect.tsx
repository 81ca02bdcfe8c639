import { Select } from 'antd';
import type { TableState } from './tableView.ts';

interface FilterSelectProps<Sort extends string, Filter extends string> {
  readonly label: string;
  /** Label of the option that removes the filter: 'Any status'. */
  readonly unset: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly state: TableState<Sort, Filter>;
  readonly filter: Filter;
  /** By default the filter is changed. */
  readonly onChange?: (value: string | null) => void;
}

const UNSET = '';

export function FilterSelect<Sort extends string, Filter extends string>({
  label,
  unset,
  options,
  state,
  filter,
  onChange = (value) => state.change({ filters: { [filter]: value } as Partial<Record<Filter, string | null>> }),
}: FilterSelectProps<Sort, Filter>) {
  return (
    <Select
      aria-label={label}
      value={state.view.filters[filter] ?? UNSET}
      options={[{ value: UNSET, label: unset }, ...options]}
      popupMatchSelectWidth={false}
      onChange={(chosen) => onChange(chosen === UNSET ? null : chosen)}
      style={{ minWidth: 116 }}
    />
  );
}
