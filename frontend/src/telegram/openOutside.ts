import type { MouseEvent } from 'react';
import { currentWebApp } from './webApp.ts';

/**
 * For a link out of the app. Inside Telegram a chat opens in Telegram and everything else, downloads above all, in the
 * person's browser: a web view downloads nothing. Elsewhere the link is just a link.
 */
export function openOutside(event: MouseEvent<HTMLElement>): void {
  const link = event.currentTarget;
  if (link instanceof HTMLAnchorElement && openByTelegram(link)) event.preventDefault();
}

/** Downloads what lies at an address that needs no headers. */
export function download(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  if (!openByTelegram(link)) link.click();
}

/** False outside of Telegram. */
function openByTelegram({ hostname, href }: HTMLAnchorElement): boolean {
  const webApp = currentWebApp();
  if (hostname === 't.me') webApp?.openTelegramLink(href);
  else webApp?.openLink(href);
  return webApp !== null;
}
