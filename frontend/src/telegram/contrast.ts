export type Rgb = readonly [red: number, green: number, blue: number];

/** Null if the text is not `#rrggbb`. */
export function parseHex(text: string | undefined): Rgb | null {
  const digits = /^#([0-9a-f]{6})$/i.exec(text ?? '')?.[1];
  if (!digits) return null;
  const channel = (at: number) => Number.parseInt(digits.slice(at, at + 2), 16);
  return [channel(0), channel(2), channel(4)];
}

export const toHex = (color: Rgb): string =>
  `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** `share` of the first colour (0 to 1), the rest of the second. */
export const mix = ([r, g, b]: Rgb, [r2, g2, b2]: Rgb, share: number): Rgb => {
  const blend = (one: number, other: number) => one * share + other * (1 - share);
  return [blend(r, r2), blend(g, g2), blend(b, b2)];
};

/** Relative luminance by WCAG 2.2. */
function luminance(color: Rgb): number {
  const [r, g, b] = color.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio from 1 to 21, by WCAG 2.2. */
export function contrast(one: Rgb, other: Rgb): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

export const BLACK: Rgb = [0, 0, 0];
export const WHITE: Rgb = [255, 255, 255];
const STEPS = 20;

/** The colour with as little black or white mixed in as it needs to reach `ratio` on all backgrounds. */
export function readable(color: Rgb, backgrounds: readonly Rgb[], ratio: number): Rgb {
  const worst = (candidate: Rgb) => Math.min(...backgrounds.map((background) => contrast(candidate, background)));
  const end = worst(BLACK) > worst(WHITE) ? BLACK : WHITE;
  for (let step = 0; step < STEPS; step++) {
    const candidate = mix(end, color, step / STEPS);
    // Checked after rounding, which may reduce the contrast.
    const shown = parseHex(toHex(candidate)) ?? candidate;
    if (worst(shown) >= ratio) return shown;
  }
  return end;
}
