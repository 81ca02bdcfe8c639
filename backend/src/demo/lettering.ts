import { LETTER_OUTLINES } from './letterOutlines.ts';

export interface LetteringStyle {
  readonly weight: keyof typeof LETTER_OUTLINES;
  readonly sizePx: number;
  /** Where the line begins, has its middle or ends, and its baseline. */
  readonly x: number;
  readonly y: number;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly fill: string;
  /** Space between letters, in thousandths of the size. */
  readonly tracking?: number;
}

/**
 * A line of text as an SVG path. Drawn from outlines that we carry along, because a bare machine has no font at all and
 * the picture library reads none from a file without a fontconfig.
 */
export function lettering(
  text: string,
  { weight, sizePx, x, y, anchor = 'start', fill, tracking = -15 }: LetteringStyle,
): string {
  const letters = LETTER_OUTLINES[weight];
  let advance = 0;
  const glyphs: string[] = [];
  for (const character of text) {
    const letter = letters[character];
    if (!letter) throw new Error(`There is no ${weight} outline of '${character}'.`);
    const [width, path] = letter;
    if (path) glyphs.push(`<path transform="translate(${advance} 0)" d="${path}"/>`);
    advance += width + tracking;
  }
  const scale = sizePx / 1000;
  const width = (advance - tracking) * scale;
  const left = x - { start: 0, middle: width / 2, end: width }[anchor];
  return `<g fill="${fill}" transform="translate(${left} ${y}) scale(${scale})">${glyphs.join('')}</g>`;
}
