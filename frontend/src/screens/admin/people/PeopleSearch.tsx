import { SearchBox } from '../table/SearchBox.tsx';

interface PeopleSearchProps {
  /** The search in the address. */
  readonly search: string;
  onSearch(changes: { readonly search: string }, options: { readonly replace: true }): void;
  /** Called at every key; a state's setter. */
  onType(search: string): void;
}

const ADDRESS_DELAY_MS = 500;

/** The search box of users and credits. */
export function PeopleSearch({ search, onSearch, onType }: PeopleSearchProps) {
  return (
    <SearchBox
      label="Search users by name, username, or Telegram ID"
      search={search}
      onSearch={(changed) => onSearch({ search: changed }, { replace: true })}
      onType={onType}
      delayMs={ADDRESS_DELAY_MS}
    />
  );
}
