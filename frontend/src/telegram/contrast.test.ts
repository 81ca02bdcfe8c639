import { BLACK, contrast, mix, parseHex, readable, toHex, WHITE } from './contrast.ts';

test('the contrast of black on white is 21:1 as in WCAG, and of a colour on itself 1:1', () => {
  expect(contrast(BLACK, WHITE)).toBeCloseTo(21, 5);
  expect(contrast([118, 118, 118], [118, 118, 118])).toBe(1);
  // The lightest grey with enough contrast on white in the examples of WCAG.
  expect(contrast([118, 118, 118], WHITE)).toBeGreaterThanOrEqual(4.5);
  expect(contrast([119, 119, 119], WHITE)).toBeLessThan(4.5);
});

test.each([undefined, '', '#fff', 'red', '#12345g', '#1234567'])('%p is not parsed as a colour', (text) => {
  expect(parseHex(text)).toBeNull();
});

test('a parsed colour is formatted in lower case, and two colours are mixed by their shares', () => {
  expect(toHex(parseHex('#0A7fE1') ?? BLACK)).toBe('#0a7fe1');
  expect(mix([200, 100, 0], [0, 100, 200], 0.25)).toEqual([50, 100, 150]);
});

test('a colour with enough contrast stays, and another one is changed just enough', () => {
  expect(readable([0, 0, 128], [WHITE], 4.5)).toEqual([0, 0, 128]);
  const changed = readable([153, 153, 153], [WHITE], 4.5);
  expect(contrast(changed, WHITE)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(changed, WHITE)).toBeLessThan(5.5);
});
