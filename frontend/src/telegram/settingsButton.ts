import { useEffect, useEffectEvent } from 'react';
import { TopMost } from './TopMost.ts';
import type { WebApp } from './webApp.ts';

const handlers = new TopMost<() => void>();

export function bindSettingsButton({ SettingsButton, isVersionAtLeast }: WebApp): void {
  if (!isVersionAtLeast('7.0')) return;
  SettingsButton.onClick(() => handlers.top()?.());
  handlers.watch((top) => (top ? SettingsButton.show() : SettingsButton.hide()));
}

/** While the component is mounted, Telegram's menu has the item "Settings", which calls `onOpen`. */
export function useSettingsButton(onOpen: () => void): void {
  const open = useEffectEvent(onOpen);
  useEffect(() => handlers.add(() => open()), []);
}
