import toolbar from '../table/tableToolbar.module.css';
import type { UsersView } from './usersView.ts';

interface UsersFiltersProps {
  readonly filters: UsersView['filters'];
  onChange(filters: Partial<UsersView['filters']>): void;
}

const ALL = '';
const CHOICES = [
  {
    name: 'status',
    label: 'Status',
    options: [
      [ALL, 'Any status'],
      ['active', 'Active'],
      ['inactive', 'Inactive'],
    ],
  },
  {
    name: 'role',
    label: 'Role',
    options: [
      [ALL, 'Any role'],
      ['admin', 'Admins'],
      ['user', 'Users'],
    ],
  },
] as const;

export function UsersFilters({ filters: chosen, onChange }: UsersFiltersProps) {
  return CHOICES.map(({ name, label, options }) => (
    <select
      key={name}
      className={toolbar.select}
      aria-label={label}
      data-set={chosen[name] !== null}
      value={chosen[name] ?? ALL}
      onChange={(event) => onChange({ [name]: event.target.value || null })}
    >
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  ));
}
