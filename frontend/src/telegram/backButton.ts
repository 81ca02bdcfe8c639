import { useEffect, useEffectEvent } from 'react';
import { TopMost } from './TopMost.ts';
import type { WebApp } from './webApp.ts';

type GoBack = () => void;

const handlers = new TopMost<GoBack>();

export function bindBackButton({ BackButton, isVersionAtLeast }: WebApp): void {
  if (!isVersionAtLeast('6.1')) return;
  BackButton.onClick(() => handlers.top()?.());
  handlers.watch((top) => (top ? BackButton.show() : BackButton.hide()));
}

/**
 * While `isActive`, Telegram's back button is shown. It calls the `goBack` of the dialog that opened last, or else that of the screen
 * (`isBelow`).
 */
export function useBackButton(goBack: GoBack, isActive: boolean, { isBelow = false } = {}): void {
  const act = useEffectEvent(goBack);
  useEffect(() => (isActive ? handlers.add(() => act(), { isBelow }) : undefined), [isActive, isBelow]);
}
