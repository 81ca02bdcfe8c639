import fc from 'fast-check';
import { valueTicks } from './ChartFigure.tsx';

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
