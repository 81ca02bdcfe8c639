import type { MouseEvent } from 'react';
import { currentWebApp } from './webApp.ts';

/**
 * For a link out of the app. Inside Telegram a chat opens in Telegram and everything else, downloads above all, in the
 * person's browser: a web view downloads nothing. Elsewhere the link is just a link.
 */
export function openOutside(event: MouseEvent<HTMLElement>): void {
  const webApp = currentWebApp();
  const link = event.currentTarget;
  if (!webApp || !(link instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  if (link.hostname === 't.me') webApp.openTelegramLink(link.href);
  else webApp.openLink(link.href);
}
