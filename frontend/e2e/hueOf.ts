import type { Locator } from '@playwright/test';

/** The angle at which each hue begins; angles from 340 are red again. */
const HUES = [
  [0, 'red'],
  [15, 'orange'],
  [50, 'yellow'],
  [80, 'green'],
  [170, 'cyan'],
  [195, 'blue'],
  [235, 'indigo'],
  [265, 'violet'],
  [340, 'red'],
] as const;
const LEAST_CHROMA = 50;

/** The name of the hue of an element's computed text colour; 'grey' for colours without a hue. */
export async function hueOf(locator: Locator): Promise<string> {
  const colour = await locator.evaluate((element) => getComputedStyle(element).color);
  const [red = 0, green = 0, blue = 0] = [...colour.matchAll(/\d+/g)].map(Number);
  const most = Math.max(red, green, blue);
  const chroma = most - Math.min(red, green, blue);
  if (chroma < LEAST_CHROMA) return 'grey';
  const sixth =
    most === red
      ? ((green - blue) / chroma + 6) % 6
      : most === green
        ? (blue - red) / chroma + 2
        : (red - green) / chroma + 4;
  return HUES.findLast(([from]) => sixth * 60 >= from)?.[1] ?? 'red';
}
