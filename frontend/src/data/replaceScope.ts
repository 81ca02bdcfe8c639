import { type EntityAdapter, type EntityState, isDraft, original } from '@reduxjs/toolkit';
import { sameJson } from '../lib/sameJson.ts';

/**
 * Writes a list answer, which owns its scope: rows in scope that the answer no longer has are removed, the answered
 * ones written, and rows that did not change keep their identity, so that a poll renders only what is new.
 * An answer that is all there is (the default scope) also decides the order.
 */
export function replaceScope<T>(
  adapter: EntityAdapter<T, string>,
  state: EntityState<T, string>,
  rows: readonly T[],
  inScope?: (row: T) => boolean,
): void {
  // Reading through the draft would make a proxy of every row.
  const before = (isDraft(state) ? original<object>(state) : state) as EntityState<T, string>;
  const answeredIds = rows.map(adapter.selectId);
  const answered = new Set(answeredIds);

  const gone = before.ids.filter((id) => !answered.has(id) && (!inScope || inScope(before.entities[id] as T)));
  if (gone.length > 0) adapter.removeMany(state, gone);

  const changed = rows.filter((row) => !sameJson(before.entities[adapter.selectId(row)], row));
  if (changed.length > 0) adapter.setMany(state, changed);

  if (!inScope && !sameJson(before.ids, answeredIds)) state.ids = answeredIds;
}
