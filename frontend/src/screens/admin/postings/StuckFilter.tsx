import type { PostingSort } from '@flyerdeck/contracts/types';
import { lazy, Suspense } from 'react';
import { FilterSelect } from '../table/FilterSelect.tsx';
import type { TableViewChanges } from '../table/tableView.ts';
import { type PostingFilter, type PostingsView, STUCK_LABELS, stuckMinutesOf } from './postingsView.ts';

// The field's component is large and rarely used.
const StuckMinutes = lazy(() => import('./StuckMinutes.tsx'));

export interface FiltersProps {
  readonly view: PostingsView;
  onChange(changes: TableViewChanges<PostingSort, PostingFilter>): void;
}

const STUCK = Object.entries(STUCK_LABELS).map(([value, label]) => ({ value, label }));

/** Finds stuck work, the longest unchanged first, and sets after how many minutes it counts as stuck. */
export function StuckFilter({ view, onChange }: FiltersProps) {
  const { stuck, minutes } = view.filters;
  return (
    <>
      <FilterSelect
        label="Stuck"
        unset="Stuck or not"
        options={STUCK}
        value={stuck}
        onChange={(value) =>
          onChange(
            value
              ? { filters: { stuck: value }, sort: 'unchanged', order: 'desc' }
              : { filters: { stuck: null, minutes: null } },
          )
        }
      />
      {stuck && stuck !== 'unconfirmed' && (
        <Suspense>
          <StuckMinutes
            minutes={stuckMinutesOf(view)}
            onChange={(value) => onChange({ filters: { minutes: value === null ? minutes : String(value) } })}
          />
        </Suspense>
      )}
    </>
  );
}
