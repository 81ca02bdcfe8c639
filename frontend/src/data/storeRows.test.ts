import { createEntityAdapter, createNextState as produce } from '@reduxjs/toolkit';
import { storeRows } from './storeRows.ts';

interface Row {
  readonly id: string;
  readonly status: string;
}
const adapter = createEntityAdapter<Row>();
const rows = (...pairs: readonly [string, string][]): Row[] => pairs.map(([id, status]) => ({ id, status }));
const stateOf = (...pairs: readonly [string, string][]) => adapter.setAll(adapter.getInitialState(), rows(...pairs));

test('removes rows of the scope that are not in the answer, and keeps all others', () => {
  const state = stateOf(['a', 'queued'], ['b', 'queued'], ['c', 'done']);
  const next = produce(state, (draft) =>
    storeRows(adapter, draft, rows(['b', 'queued']), (row) => row.status === 'queued'),
  );
  expect(next.ids).toEqual(['b', 'c']);
});

test('keeps the objects of unchanged rows, and the state object when no row changed', () => {
  const state = stateOf(['a', 'queued'], ['b', 'queued']);
  const changed = produce(state, (draft) => storeRows(adapter, draft, rows(['a', 'queued'], ['b', 'done'])));
  expect(changed.entities.a).toBe(state.entities.a);
  expect(changed.entities.b).not.toBe(state.entities.b);
  const same = produce(state, (draft) => storeRows(adapter, draft, rows(['a', 'queued'], ['b', 'queued'])));
  expect(same).toBe(state);
});

test('keeps the order when the answer contains a part of the rows', () => {
  const state = stateOf(['a', 'x'], ['b', 'x']);
  const next = produce(state, (draft) => storeRows(adapter, draft, rows(['b', 'x'], ['a', 'x']), () => true));
  expect(next.ids).toEqual(['a', 'b']);
});
