import { lettering } from './lettering.ts';

const style = { weight: 'heavy', sizePx: 100, x: 500, y: 300, fill: '#fff', tracking: 0 } as const;
const left = (svg: string) => Number(/translate\((-?[\d.]+)/.exec(svg)?.[1]);

test('a line begins, has its middle or ends where it is told to', () => {
  const start = left(lettering('DROP', style));
  const middle = left(lettering('DROP', { ...style, anchor: 'middle' }));
  const end = left(lettering('DROP', { ...style, anchor: 'end' }));
  expect(start).toBe(500);
  expect(end).toBeLessThan(middle);
  expect(start - middle).toBeCloseTo(middle - end);
});

test('a character without an outline is refused rather than left out', () => {
  expect(() => lettering('Жук', style)).toThrow("There is no heavy outline of 'Ж'.");
});
