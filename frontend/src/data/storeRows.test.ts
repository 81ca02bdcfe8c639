import { createEntityAdapter, createNextState as produce } from '@reduxjs/toolkit';
import { storeRows } from './storeRows.ts';

interface Row {
  readonly id: string;
  readonly status: string;
}
const adapter = createEntityAdapter<Row>();
const rows = (...pairs: readonly [string, string][]): Row[] => pairs.map(([id, status]) => ({ id, status }));
const stateOf = (...pairs: readonly [string, string][]) => adapter.setAll(adapter.getInitialState(), rows(...pairs));

test('removes rows of the scope that the answer no longer has, and leaves the others', () => {
  const state = stateOf(['a', 'queued'], ['b', 'queued'], ['c', 'done']);
  const next = produce(state, (draft) =>
    storeRows(adapter, draft, rows(['b', 'queued']), (row) => row.status === 'queued'),
  );
  expect(next.ids).toEqual(['b', 'c']);
});

test('writes a row that moved into the scope from outside it', () => {
  const state = stateOf(['a', 'done']);
  const next = produce(state, (draft) =>
    storeRows(adapter, draft, rows(['a', 'queued']), (row) => row.status === 'queued'),
  );
  expect(next.entities.a).toEqual({ id: 'a', status: 'queued' });
});

test('keeps the identity of rows that did not change, and of the whole state when none did', () => {
  const state = stateOf(['a', 'queued'], ['b', 'queued']);
  const changed = produce(state, (draft) => storeRows(adapter, draft, rows(['a', 'queued'], ['b', 'done'])));
  expect(changed.entities.a).toBe(state.entities.a);
  expect(changed.entities.b).not.toBe(state.entities.b);
  const same = produce(state, (draft) => storeRows(adapter, draft, rows(['a', 'queued'], ['b', 'queued'])));
  expect(same).toBe(state);
});

test('takes the order from an answer that is all there is', () => {
  const state = stateOf(['a', 'x'], ['b', 'x']);
  const next = produce(state, (draft) => storeRows(adapter, draft, rows(['c', 'x'], ['b', 'x'], ['a', 'x'])));
  expect(next.ids).toEqual(['c', 'b', 'a']);
});

test('keeps the order when the answer is only a part', () => {
  const state = stateOf(['a', 'x'], ['b', 'x']);
  const next = produce(state, (draft) => storeRows(adapter, draft, rows(['b', 'x'], ['a', 'x']), () => true));
  expect(next.ids).toEqual(['a', 'b']);
});
