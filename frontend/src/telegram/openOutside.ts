import type { MouseEvent } from 'react';
import { currentWebApp } from './webApp.ts';

/** Inside Telegram, chats open in Telegram and other links in the user's browser, because a web view cannot download files. */
export function openOutside(event: MouseEvent<HTMLElement>): void {
  const link = event.currentTarget;
  if (link instanceof HTMLAnchorElement && openByTelegram(link)) event.preventDefault();
}

/** Downloads the file at an address that needs no headers. Inside Telegram, which needs the name, by its own download. */
export function download(address: string, fileName = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  if (!openByTelegram(link)) link.click();
}

function openByTelegram({ hostname, href, protocol, download }: HTMLAnchorElement): boolean {
  const webApp = currentWebApp();
  if (hostname === 't.me') webApp?.openTelegramLink(href);
  else if (download && protocol === 'https:' && webApp?.isVersionAtLeast('8.0')) {
    webApp.downloadFile({ url: href, file_name: download });
  } else webApp?.openLink(href);
  return webApp !== null;
}
