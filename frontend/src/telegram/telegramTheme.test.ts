import { TELEGRAM_THEMES } from '../../test/telegramThemes.ts';
import { contrast, type Palette, parseHex, telegramTheme } from './telegramTheme.ts';

const { light: DAY, dark: NIGHT } = TELEGRAM_THEMES;
/** A custom theme with bright texts on bright colours, and a button with dark text. */
const CUSTOM = {
  bg_color: '#ffe0f0',
  text_color: '#ff66aa',
  hint_color: '#ffb0d0',
  button_color: '#ffee00',
  button_text_color: '#222200',
  link_color: '#ff99cc',
} as const;

const ratio = (palette: Palette, text: keyof Palette, ground: keyof Palette): number => {
  const [one, other] = [parseHex(palette[text]), parseHex(palette[ground])];
  if (!one || !other) throw new Error(`${palette[text]} or ${palette[ground]} is no colour.`);
  return contrast(one, other);
};

const TEXTS: readonly [keyof Palette, readonly (keyof Palette)[]][] = [
  ['text', ['bg', 'surface', 'hover']],
  ['text-muted', ['bg', 'surface', 'hover']],
  ['accent-text', ['bg', 'surface', 'hover', 'accent-soft']],
  ['on-accent', ['accent']],
  ['success', ['bg', 'surface', 'success-soft']],
  ['warning', ['bg', 'surface', 'warning-soft']],
  ['danger', ['bg', 'surface', 'danger-soft']],
  ['info', ['bg', 'surface', 'info-soft']],
];

test.each([
  ['day', DAY, 'light'],
  ['night', NIGHT, 'dark'],
  ['custom', CUSTOM, 'light'],
] as const)('all texts of the %s theme have enough contrast', (_name, params, scheme) => {
  const theme = telegramTheme(params);
  if (!theme) throw new Error('No theme.');
  expect(theme.scheme).toBe(scheme);
  for (const [text, backgrounds] of TEXTS) {
    for (const ground of backgrounds) {
      expect([text, ground, ratio(theme.palette, text, ground) >= 4.5]).toEqual([text, ground, true]);
    }
  }
  expect(ratio(theme.palette, 'control-border', 'surface')).toBeGreaterThanOrEqual(3);
});
