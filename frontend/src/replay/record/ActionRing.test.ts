import type { Moment } from '../log/logFormat.ts';
import { ActionRing } from './ActionRing.ts';

const LIMITS = { actions: 10, actionsPerChunk: 4, values: 1_000 };
const STATE = {} as Moment['state'];
const momentOf = (n: number): Moment => ({ state: STATE, address: `/${n}`, nowMs: n });

function fill(ring: ActionRing, actions: number, size = 1) {
  for (let n = 0; n < actions; n++) ring.add({ type: `action ${n + 1}` }, size, STATE, `/${n}`, n);
}
const seqsOf = (ring: ActionRing) => ring.all().flatMap(({ entries }) => entries.map(({ seq }) => seq));

test('keeps the latest actions and the moment before the first of them', () => {
  const ring = new ActionRing(LIMITS);
  fill(ring, 25);
  expect(seqsOf(ring)).toEqual([13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25]);
  expect(ring.all()[0]?.base).toEqual(momentOf(12));
});

test('contains at most one chunk more than its limit', () => {
  const ring = new ActionRing(LIMITS);
  for (let round = 0; round < 100; round++) {
    fill(ring, 1);
    expect(seqsOf(ring).length).toBeLessThan(LIMITS.actions + LIMITS.actionsPerChunk);
  }
});

test('removes old actions earlier when they are large, but never the last one', () => {
  const ring = new ActionRing(LIMITS);
  fill(ring, 9, 300);
  expect(seqsOf(ring)).toEqual([9]);
  fill(ring, 1, 5_000);
  expect(seqsOf(ring)).toEqual([9, 10]);
});

test('records no earlier time when the clock is set back', () => {
  const now = jest.spyOn(Date, 'now');
  const ring = new ActionRing(LIMITS);
  for (const at of [2_000, 1_000, 3_000]) {
    now.mockReturnValue(at);
    fill(ring, 1);
  }
  expect(ring.all()[0]?.entries.map(({ at }) => at)).toEqual([2_000, 2_000, 3_000]);
});
