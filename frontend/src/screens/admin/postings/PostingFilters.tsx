import type { PostingSort } from '@flyerdeck/contracts/types';
import { Flex, Input } from 'antd';
import { useId } from 'react';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import type { TableViewChanges } from '../table/tableView.ts';
import { isId, isOwner, type PostingFilter, type PostingsView } from './postingsView.ts';

interface FieldProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly type?: 'date';
  readonly value: string | null;
  isValid?(text: string): boolean;
  onChange(value: string | null): void;
}

/** A filter that is typed or pasted. Applied with Enter, and when the field loses the focus. */
function Field({ label, placeholder, type, value, isValid = () => true, onChange }: FieldProps) {
  const id = useId();
  const [typed, setTyped] = useUiState<string | null>(`postings.filter/${label}`, null);
  const text = typed ?? value ?? '';
  const isWrong = text.trim() !== '' && !isValid(text.trim());
  const apply = () => {
    if (typed === null || isWrong) return;
    setTyped(null);
    if (typed.trim() !== (value ?? '')) onChange(typed.trim() || null);
  };
  return (
    <Flex vertical gap={2} style={{ flex: type ? '0 1 150px' : '1 1 220px', maxWidth: 340 }}>
      <label htmlFor={id} style={{ fontSize: 12 }}>
        {label}
      </label>
      <Input
        id={id}
        type={type}
        placeholder={placeholder}
        value={text}
        status={isWrong ? 'error' : ''}
        aria-invalid={isWrong}
        onChange={({ target }) => {
          setTyped(target.value);
          // The date picker applies at once.
          if (type && target.value !== '') {
            setTyped(null);
            onChange(target.value);
          }
        }}
        onPressEnter={apply}
        onBlur={apply}
      />
    </Flex>
  );
}

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
      <Field label="Owner" placeholder="Telegram ID or @name" value={owner} isValid={isOwner} onChange={set('owner')} />
      <Field label="Page" placeholder="GUID of the page" value={guid} isValid={isId} onChange={set('guid')} />
      <Field
        label="Assistant"
        placeholder="ID of the assistant"
        value={assistant}
        isValid={isId}
        onChange={set('assistant')}
      />
      <Field label="Created from" type="date" value={from} onChange={set('from')} />
      <Field label="Created until" type="date" value={to} onChange={set('to')} />
    </Flex>
  );
}
