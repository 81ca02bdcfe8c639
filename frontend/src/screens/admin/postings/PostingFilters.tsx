import type { PostingSort } from '@flyerdeck/contracts/types';
import { Flex } from 'antd';
import { FilterField } from '../table/filters.tsx';
import type { TableViewChanges } from '../table/tableView.ts';
import { isId, isOwner, type PostingFilter, type PostingsView } from './postingsView.ts';

interface FiltersProps {
  readonly view: PostingsView;
  onChange(changes: TableViewChanges<PostingSort, PostingFilter>): void;
}

/** Filters of the server: owner, page, assistant and the days on which the postings were queued. */
export default function PostingFilters({ view, onChange }: FiltersProps) {
  const { owner, guid, assistant, from, to } = view.filters;
  const set = (name: PostingFilter) => (value: string | null) => onChange({ filters: { [name]: value } });
  return (
    <Flex component="section" aria-label="Filters" wrap gap="small" style={{ width: '100%', order: 1 }}>
      <FilterField
        label="Owner"
        placeholder="Telegram ID or @name"
        value={owner}
        isValid={isOwner}
        onChange={set('owner')}
      />
      <FilterField label="Page" placeholder="GUID of the page" value={guid} isValid={isId} onChange={set('guid')} />
      <FilterField
        label="Assistant"
        placeholder="ID of the assistant"
        value={assistant}
        isValid={isId}
        onChange={set('assistant')}
      />
      <FilterField label="Created from" type="date" value={from} onChange={set('from')} />
      <FilterField label="Created until" type="date" value={to} onChange={set('to')} />
    </Flex>
  );
}
