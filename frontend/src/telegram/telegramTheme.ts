import type telegramSdk from '@twa-dev/sdk';

/** Telegram's `theme_params`; an older client sends fewer of them. */
type ThemeParams = Readonly<Partial<typeof telegramSdk.themeParams>>;

const STATES = {
  light: { success: '#15713a', warning: '#8f5200', danger: '#b4232a', info: '#0b62a4' },
  dark: { success: '#66d08f', warning: '#f0b35a', danger: '#ff8b8f', info: '#74bdf2' },
} as const;

const TEXT_RATIO = 4.5;
const EDGE_RATIO = 3;
const SOFT_SHARE = 0.13;

/** Colours are changed as little as needed for WCAG's 4.5:1 for texts and 3:1 for controls. Null without background and text colours (older clients). */
export function telegramTheme(params: ThemeParams) {
  const background = parseHex(params.bg_color);
  const givenText = parseHex(params.text_color);
  if (!background || !givenText) return null;
  const scheme: 'light' | 'dark' = contrast(background, WHITE) > contrast(background, BLACK) ? 'dark' : 'light';

  const surface = parseHex(params.section_bg_color) ?? background;
  const bg = parseHex(params.secondary_bg_color) ?? mix(givenText, background, 0.03);
  const text = readable(givenText, [surface, bg], 7);
  const hover = mix(text, surface, 0.06);
  const onAccent = parseHex(params.button_text_color) ?? WHITE;
  const accent = readable(parseHex(params.button_color) ?? parseHex('#4f46e5') ?? BLACK, [onAccent], TEXT_RATIO);
  const accentSoft = mix(accent, surface, SOFT_SHARE);
  const hint = parseHex(params.subtitle_text_color) ?? parseHex(params.hint_color) ?? mix(text, surface, 0.6);
  const backgrounds = [surface, bg, hover];
  const link = parseHex(params.accent_text_color) ?? parseHex(params.link_color) ?? accent;

  const state = <Name extends keyof typeof STATES.light>(name: Name, given?: Rgb | null) => {
    const color = given ?? parseHex(STATES[scheme][name]) ?? text;
    const soft = mix(color, surface, SOFT_SHARE);
    const shown = toHex(readable(color, [...backgrounds, soft], TEXT_RATIO));
    return { [name]: shown, [`${name}-soft`]: toHex(soft) } as Record<Name | `${Name}-soft`, string>;
  };

  const palette = {
    bg: toHex(bg),
    surface: toHex(surface),
    hover: toHex(hover),
    border: toHex(mix(text, surface, 0.12)),
    'control-border': toHex(readable(mix(text, surface, 0.45), [surface, bg], EDGE_RATIO)),
    text: toHex(text),
    'text-muted': toHex(readable(hint, backgrounds, TEXT_RATIO)),
    accent: toHex(accent),
    'accent-text': toHex(readable(link, [...backgrounds, accentSoft], TEXT_RATIO)),
    'on-accent': toHex(onAccent),
    'accent-soft': toHex(accentSoft),
    ...state('success'),
    ...state('warning'),
    ...state('danger', parseHex(params.destructive_text_color)),
    ...state('info'),
  };
  return { scheme, palette };
}

export type TelegramTheme = NonNullable<ReturnType<typeof telegramTheme>>;
export type Palette = TelegramTheme['palette'];

type Rgb = readonly [red: number, green: number, blue: number];

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

function luminance(color: Rgb): number {
  const [r, g, b] = color.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

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
