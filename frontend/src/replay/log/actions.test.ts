import { networkCallOf, positionOfRequestIn } from './actions.ts';

const meta = { method: 'POST', path: '/api/presets', status: 201, requestId: 'b7c7d2a0-0001' };
const entries = [
  { seq: 1, at: 0, action: { type: 'navigation/changed', payload: { address: '/' } } },
  { seq: 2, at: 1, action: { type: 'api/executeMutation/pending', meta: { requestId: 'one' } } },
  { seq: 3, at: 2, action: { type: 'api/executeQuery/pending', meta: { requestId: 'other' } } },
  { seq: 4, at: 3, action: { type: 'api/executeMutation/fulfilled', meta: { requestId: 'one', baseQueryMeta: meta } } },
];
const at = (position: number) => networkCallOf(entries, entries[position - 1] as (typeof entries)[number]);

test('finds the network call of a request and of its answer', () => {
  expect(at(2)).toEqual({ ...meta, askedAt: 2, answeredAt: 4 });
  expect(at(4)).toEqual({ ...meta, askedAt: 2, answeredAt: 4 });
});

test('other actions, and requests without an answer in the log, have no network call', () => {
  expect([at(1), at(3)]).toEqual([null, null]);
});

test("finds the action by a request id, also inside of a line of the server's log", () => {
  expect(positionOfRequestIn(entries, 'b7c7d2a0-0001')).toBe(4);
  const line = '{"level":30,"requestId":"b7c7d2a0-0001","method":"POST","route":"POST /presets","status":201}';
  expect(positionOfRequestIn(entries, line)).toBe(4);
  expect(positionOfRequestIn(entries, 'b7c7d2a0-0002')).toBeNull();
});
