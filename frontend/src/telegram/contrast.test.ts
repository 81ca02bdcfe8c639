import { BLACK, contrast, mix, parseHex, readable, toHex, WHITE } from './contrast.ts';

test("black on white is WCAG's 21:1, and a colour on itself 1:1", () => {
  expect(contrast(BLACK, WHITE)).toBeCloseTo(21, 5);
  expect(contrast([118, 118, 118], [118, 118, 118])).toBe(1);
  // The grey that WCAG's own examples give as the lightest to pass on white.
  expect(contrast([118, 118, 118], WHITE)).toBeGreaterThanOrEqual(4.5);
  expect(contrast([119, 119, 119], WHITE)).toBeLessThan(4.5);
});

test.each([undefined, '', '#fff', 'red', '#12345g', '#1234567'])('%p is no colour', (text) => {
  expect(parseHex(text)).toBeNull();
});

test('a colour is written as it was read, and mixed by shares', () => {
  expect(toHex(parseHex('#0A7fE1') ?? BLACK)).toBe('#0a7fe1');
  expect(mix([200, 100, 0], [0, 100, 200], 0.25)).toEqual([50, 100, 150]);
});

test('a colour that stands out enough is left alone, another one is moved just far enough', () => {
  expect(readable([0, 0, 128], [WHITE], 4.5)).toEqual([0, 0, 128]);
  const moved = readable([153, 153, 153], [WHITE], 4.5);
  expect(contrast(moved, WHITE)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(moved, WHITE)).toBeLessThan(5.5);
});
