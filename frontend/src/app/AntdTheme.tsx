import { ConfigProvider } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTelegramTheme } from '../telegram/webApp.ts';
import { themeFor } from './theme.ts';
import { useMediaQuery } from './useMediaQuery.ts';

/** The theme of all antd components. The landing page and the preview do not load antd. */
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
