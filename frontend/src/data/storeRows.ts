import { type EntityAdapter, type EntityState, isDraft, original } from '@reduxjs/toolkit';
import { sameJson } from '../lib/compare.ts';

/** Missing rows in scope are removed. Unchanged rows keep their identity, so that a poll renders only what changed. By default all are in scope and ordered as in the response. */
export function storeRows<T>(
  adapter: EntityAdapter<T, string>,
  state: EntityState<T, string>,
  rows: readonly T[],
  inScope?: (row: T) => boolean,
): void {
  // Reading through the Immer draft would create a proxy for every row.
  const before = (isDraft(state) ? original<object>(state) : state) as EntityState<T, string>;
  const answeredIds = rows.map(adapter.selectId);
  const answered = new Set(answeredIds);

  const removedIds = before.ids.filter((id) => !answered.has(id) && (!inScope || inScope(before.entities[id] as T)));
  if (removedIds.length > 0) adapter.removeMany(state, removedIds);

  const changed = rows.filter((row) => !sameJson(before.entities[adapter.selectId(row)], row));
  if (changed.length > 0) adapter.setMany(state, changed);

  if (!inScope && !sameJson(before.ids, answeredIds)) state.ids = answeredIds;
}
