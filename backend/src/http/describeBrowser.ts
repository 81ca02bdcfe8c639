import Bowser from 'bowser';

/** Stored with sessions and devices; a forged header may be longer. */
const MAX_LENGTH = 60;

/**
 * Browser and system of a User-Agent header, by which people recognise their own: 'Chrome on Windows'. Empty when it names no
 * browser. Without versions, which change while the browser stays the same. `host` is the app around the browser, when
 * that is known otherwise: 'Telegram on iOS'.
 */
export function describeBrowser(userAgent: string, host?: string): string {
  if (userAgent === '') return host ?? '';
  const { browser, os } = Bowser.parse(userAgent);
  return [host ?? browser.name, os.name].filter(Boolean).join(' on ').slice(0, MAX_LENGTH);
}
