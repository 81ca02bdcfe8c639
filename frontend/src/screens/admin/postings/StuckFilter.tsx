import type { PostingSort } from '@flyerdeck/contracts/types';
import { MAX_STUCK_MINUTES } from '@flyerdeck/contracts/values/postings';
import { InputNumber } from 'antd';
import { FilterSelect } from '../table/filters.tsx';
import type { TableState } from '../table/tableView.ts';
import { type PostingFilter, STUCK_LABELS, stuckMinutesOf } from './postingsView.ts';

const STUCK = Object.entries(STUCK_LABELS).map(([value, label]) => ({ value, label }));

/** Finds stuck work, the longest unchanged first, and sets after how many minutes it counts as stuck. */
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
