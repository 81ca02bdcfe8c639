import fc from 'fast-check';
import { valueTicks } from './ChartFigure.tsx';

test.each([
  ['no values', [], [0, 1]],
  ['only zeros', [0, 0], [0, 1]],
  ['one', [1], [0, 1]],
  ['a few', [2, 7], [0, 2, 4, 6, 8]],
  ['the end of the axis', [500, 1_000], [0, 200, 400, 600, 800, 1_000]],
  ['a million', [1_049_700], [0, 500_000, 1_000_000, 1_500_000]],
  ['values on both sides of 0', [-20, 3_000], [-1_000, 0, 1_000, 2_000, 3_000]],
  ['only negative values', [-30], [-30, -20, -10, 0]],
])('the ticks of %s', (_, values, ticks) => {
  expect(valueTicks(values)).toEqual(ticks);
});

test('the ticks include 0 and all values, have equal distances and are at most 8', () => {
  const value = fc.oneof(fc.integer({ min: -10_000, max: 10_000 }), fc.integer());
  fc.assert(
    fc.property(fc.array(value, { maxLength: 5 }), (values) => {
      const ticks = valueTicks(values);
      const [first = 0, second = 0] = ticks;
      expect(ticks).toContain(0);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(8);
      expect(first).toBeLessThanOrEqual(Math.min(0, ...values));
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(0, ...values));
      expect(ticks.slice(1).map((tick, index) => tick - (ticks[index] ?? 0))).toEqual(
        ticks.slice(1).map(() => second - first),
      );
    }),
  );
});
