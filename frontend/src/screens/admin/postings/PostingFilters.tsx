import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { MAX_STUCK_MINUTES } from '@flyerdeck/contracts/postings.values';
import type { PostingSort } from '@flyerdeck/contracts/types';
import { Button, Flex, InputNumber } from 'antd';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { DayInput, FilterField, FilterSelect } from '../table/filters.tsx';
import type { TableState, TableViewChanges } from '../table/tableView.ts';
import { isId, isOwner, type PostingFilter, type PostingsView, STUCK_LABELS, stuckMinutesOf } from './postingsView.ts';

const NO_FILTER = { failed_from: null, failure: null, failed_pack: null, failed_extension: null };

interface FailureFilterProps {
  readonly filters: PostingsView['filters'];
  onRemove(filters: typeof NO_FILTER): void;
}

export function FailureFilter({ filters, onRemove }: FailureFilterProps) {
  const { failed_from, failure, failed_pack, failed_extension } = filters;
  const texts = [
    failed_from && `since ${formatDateTime(failed_from)}`,
    failed_pack && `with site pack ${failed_pack}`,
    failed_extension && `with extension ${failed_extension}`,
    failure && `“${failure}”`,
  ].filter(Boolean);
  if (texts.length === 0) return null;
  return (
    <Button icon={<CloseOutlined aria-hidden />} title="Show all postings" onClick={() => onRemove(NO_FILTER)}>
      <span className="u-ellipsis" style={{ maxWidth: 420 }}>{`Failed ${texts.join(' ')}`}</span>
    </Button>
  );
}

const STUCK = Object.entries(STUCK_LABELS).map(([value, label]) => ({ value, label }));

export function StuckFilter({ state }: { readonly state: TableState<PostingSort, PostingFilter> }) {
  const { view, change } = state;
  const { stuck } = view.filters;
  return (
    <>
      <FilterSelect
        label="Stuck"
        unset="Stuck or not"
        options={STUCK}
        state={state}
        filter="stuck"
        onChange={(value) =>
          change(
            value
              ? { filters: { stuck: value }, sort: 'unchanged', order: 'desc' }
              : { filters: { stuck: null, minutes: null } },
          )
        }
      />
      {stuck && stuck !== 'unconfirmed' && (
        <InputNumber
          aria-label="Minutes without a change"
          prefix="for"
          suffix="min"
          min={0}
          max={MAX_STUCK_MINUTES}
          precision={0}
          value={stuckMinutesOf(view)}
          onChange={(minutes) => minutes !== null && change({ filters: { minutes: String(minutes) } })}
          style={{ width: 132 }}
        />
      )}
    </>
  );
}

interface FiltersProps {
  readonly view: PostingsView;
  onChange(changes: TableViewChanges<PostingSort, PostingFilter>): void;
}

export function PostingFilters({ view, onChange }: FiltersProps) {
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
      <DayInput label="Created from" day={from} onChange={(day) => set('from')(day || null)} />
      <DayInput label="Created until" day={to} onChange={(day) => set('to')(day || null)} />
    </Flex>
  );
}
