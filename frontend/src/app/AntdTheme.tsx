import { theme as antdTheme, ConfigProvider, type ThemeConfig } from 'antd';
import { type ReactNode, useMemo } from 'react';
import type { Palette, TelegramTheme } from '../telegram/telegramTheme.ts';
import { useTelegramTheme } from '../telegram/webApp.ts';
import { useMediaQuery } from './hooks.ts';

/** The user's Telegram theme, else the system's colour scheme. Only screens with antd load this file. */
export function AntdTheme({ children }: { readonly children: ReactNode }) {
  const isDark = useMediaQuery('(prefers-color-scheme: dark)');
  const reducedMotion = useMediaQuery('(prefers-reduced-motion: reduce)');
  const isTouch = useMediaQuery('(pointer: coarse)');
  const telegram = useTelegramTheme();
  const theme = useMemo(
    () => themeFor(isDark ? 'dark' : 'light', { reducedMotion, isTouch, telegram }),
    [isDark, reducedMotion, isTouch, telegram],
  );
  return (
    <ConfigProvider theme={theme} wave={{ disabled: true }}>
      {children}
    </ConfigProvider>
  );
}

/** The palette of global.css. Colours of hovered and pressed controls are set where antd's have too little contrast for text (WCAG 1.4.3). */
const SEEDS = {
  light: {
    colorPrimary: '#4f46e5',
    colorBgLayout: '#f7f7f9',
    colorBgContainer: '#ffffff',
    colorBgElevated: '#ffffff',
    colorText: '#1b1b24',
    colorTextSecondary: '#5c5c6b',
    colorBorder: '#8b8b99',
    colorBorderSecondary: '#e4e4ea',
    colorError: '#b4232a',
    colorSuccess: '#15713a',
    colorWarning: '#8f5200',
    colorInfo: '#0b62a4',
    colorPrimaryHover: '#4338ca',
    colorPrimaryActive: '#3730a3',
    colorErrorHover: '#9b1c23',
    colorLink: '#4338ca',
    colorLinkHover: '#3730a3',
    accentText: '#4338ca',
    onDanger: '#ffffff',
  },
  dark: {
    colorPrimary: '#6a63f0',
    colorBgLayout: '#111116',
    colorBgContainer: '#1a1a21',
    colorBgElevated: '#1f1f28',
    colorText: '#ececf1',
    colorTextSecondary: '#a5a5b4',
    colorBorder: '#74748a',
    colorBorderSecondary: '#2e2e39',
    colorError: '#ff8b8f',
    colorSuccess: '#66d08f',
    colorWarning: '#f0b35a',
    colorInfo: '#74bdf2',
    colorPrimaryHover: '#5b54dd',
    colorPrimaryActive: '#4c47a3',
    colorErrorActive: '#d06b70',
    colorLink: '#a7a3ff',
    colorLinkHover: '#c4c1ff',
    accentText: '#a7a3ff',
    onDanger: '#1b0507',
  },
} as const;

const seedsOf = (palette: Palette) => ({
  colorPrimary: palette.accent,
  colorBgLayout: palette.bg,
  colorBgContainer: palette.surface,
  colorBgElevated: palette.surface,
  colorText: palette.text,
  colorTextSecondary: palette['text-muted'],
  colorTextLightSolid: palette['on-accent'],
  colorBorder: palette['control-border'],
  colorBorderSecondary: palette.border,
  colorError: palette.danger,
  colorSuccess: palette.success,
  colorWarning: palette.warning,
  colorInfo: palette.info,
  colorPrimaryHover: palette.accent,
  colorPrimaryActive: palette.accent,
  colorErrorHover: palette.danger,
  colorErrorActive: palette.danger,
  colorLink: palette['accent-text'],
  colorLinkHover: palette['accent-text'],
  accentText: palette['accent-text'],
  // `telegramTheme` ensures the contrast between danger and surface.
  onDanger: palette.surface,
});

/** antd's dark algorithm dims colours. These stay exact, because they were chosen for the text on them. */
const exactColors =
  (palette: Palette): typeof antdTheme.defaultAlgorithm =>
  (seed, map = antdTheme.defaultAlgorithm(seed)) => ({
    ...map,
    colorPrimary: palette.accent,
    colorError: palette.danger,
    colorSuccess: palette.success,
    colorWarning: palette.warning,
    colorInfo: palette.info,
  });

interface ThemeSetting {
  readonly reducedMotion: boolean;
  readonly isTouch: boolean;
  readonly telegram: TelegramTheme | null;
}

function themeFor(scheme: TelegramTheme['scheme'], { reducedMotion, isTouch, telegram }: ThemeSetting): ThemeConfig {
  const { accentText, onDanger, ...seeds } = telegram ? seedsOf(telegram.palette) : SEEDS[scheme];
  return {
    // By default each attempt to render the provider has its own key, and antd computes all tokens again for each key.
    cssVar: { key: 'fd' },
    algorithm: [
      (telegram?.scheme ?? scheme) === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
      ...(telegram ? [exactColors(telegram.palette)] : []),
    ],
    token: {
      ...seeds,
      // Descriptions, statistics and captions: antd's own colour has too little contrast (WCAG 1.4.3).
      colorTextTertiary: seeds.colorTextSecondary,
      colorTextPlaceholder: seeds.colorTextSecondary,
      fontFamily: "'Inter Variable', system-ui, sans-serif",
      borderRadius: 8,
      borderRadiusLG: 12,
      controlHeight: isTouch ? 44 : 36,
      controlHeightSM: isTouch ? 44 : 28,
      motion: !reducedMotion,
    },
    components: {
      // Buttons are recognized by their text. Only fields need the strong border.
      Button: {
        // The same colour as on the landing page. The dark algorithm would dim it.
        colorPrimary: seeds.colorPrimary,
        defaultBorderColor: seeds.colorBorderSecondary,
        defaultHoverColor: accentText,
        defaultHoverBorderColor: accentText,
        defaultActiveColor: accentText,
        defaultActiveBorderColor: accentText,
        dangerColor: onDanger,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
      },
      Switch: { trackHeight: 24, handleSize: 20 },
      Collapse: { colorBorder: seeds.colorBorderSecondary, headerBg: seeds.colorBgContainer },
      // A menu item is as high as a control.
      Dropdown: { paddingBlock: isTouch ? 11 : 5 },
      Descriptions: { itemPaddingBottom: 4, titleMarginBottom: 8 },
      Menu: { horizontalItemSelectedColor: accentText, itemHoverColor: accentText, horizontalLineHeight: '48px' },
      // antd's own track has the colour of the page.
      Segmented: { trackBg: seeds.colorBorderSecondary },
      Statistic: { titleFontSize: 13, contentFontSize: 26 },
      Table: {
        headerBg: seeds.colorBgContainer,
        headerColor: seeds.colorTextSecondary,
        headerSplitColor: 'transparent',
        // The card around a table has the rounded corners.
        headerBorderRadius: 0,
        headerSortActiveBg: seeds.colorBgContainer,
        fixedHeaderSortActiveBg: seeds.colorBgContainer,
        bodySortBg: seeds.colorBgContainer,
        footerBg: seeds.colorBgContainer,
        rowExpandedBg: seeds.colorBgLayout,
        borderColor: seeds.colorBorderSecondary,
        cellPaddingBlockSM: 6,
        cellPaddingInlineSM: 12,
        colorTextDisabled: seeds.colorTextSecondary,
      },
      Typography: { fontSizeHeading1: 20, fontSizeHeading2: 16 },
    },
  };
}
