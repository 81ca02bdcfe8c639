import { useEffect, useEffectEvent } from 'react';
import { TopMost } from './TopMost.ts';
import type { WebApp } from './webApp.ts';

type GoBack = () => void;

const ways = new TopMost<GoBack>();

export function bindBackButton({ BackButton, isVersionAtLeast }: WebApp): void {
  if (!isVersionAtLeast('6.1')) return;
  BackButton.onClick(() => ways.top()?.());
  ways.watch((top) => (top ? BackButton.show() : BackButton.hide()));
}

/** While `isActive`, Telegram's back button is there and leads back by `goBack`: out of whatever opened last. */
export function useBackButton(goBack: GoBack, isActive: boolean): void {
  const act = useEffectEvent(goBack);
  useEffect(() => (isActive ? ways.add(() => act()) : undefined), [isActive]);
}

/** The way back from a whole screen, whatever lies open on it. */
export function useScreenBackButton(goBack: GoBack, isActive: boolean): void {
  const act = useEffectEvent(goBack);
  useEffect(() => (isActive ? ways.add(() => act(), { isBelow: true }) : undefined), [isActive]);
}
