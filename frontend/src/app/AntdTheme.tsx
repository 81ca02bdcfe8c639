import { ConfigProvider } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTelegramTheme } from '../telegram/webApp.ts';
import { themeFor } from './theme.ts';
import { useMediaQuery } from './useMediaQuery.ts';

/**
 * Sets the theme of the antd components in it: the user's Telegram theme, else the system's colour scheme. Only screens
 * with antd load this file (`routes.tsx`).
 */
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
    // `wave` is antd's animation of a clicked button.
    <ConfigProvider theme={theme} wave={{ disabled: true }}>
      {children}
    </ConfigProvider>
  );
}
