import fc from 'fast-check';
import { delayHours, planRuns } from './addToQueue.ts';

const delays = (flyers: number, list: number[], start: number, between: number) =>
  planRuns(flyers, list).map((position) =>
    delayHours(position, { start_delay_hours: start, delay_between_tasks_hours: between }),
  );

describe('runs', () => {
  it('have these delays in hours with start 1, between 2 and list 2,1: 1, 3 | 1 | 1, 3', () => {
    expect(delays(5, [2, 1], 1, 2)).toEqual([1, 3, 1, 1, 3]);
    expect(planRuns(5, [2, 1]).map(({ run }) => run)).toEqual([0, 0, 1, 2, 2]);
  });

  it('contain every flyer once, with positions from zero in each run, for any list', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.array(fc.nat(9), { maxLength: 12 }), (flyers, list) => {
        const places = planRuns(flyers, list);
        expect(places).toHaveLength(flyers);
        places.forEach((place, index) => {
          const before = places[index - 1];
          if (!before || before.run !== place.run) expect(place.position).toBe(0);
          else expect(place.position).toBe(before.position + 1);
        });
        const lengths = list.filter((length) => length > 0);
        const sizes = new Map<number, number>();
        for (const { run } of places) sizes.set(run, (sizes.get(run) ?? 0) + 1);
        for (const [run, size] of sizes)
          if (run < lengths.length) expect(size).toBeLessThanOrEqual(lengths[run] as number);
      }),
    );
  });
});
