import Bowser from 'bowser';

/** Stored with sessions and devices. Longer than every real name: it only cuts forged headers. */
const MAX_LENGTH = 60;

/**
 * Browser and system of a User-Agent header, such as 'Chrome on Windows', by which users recognise their own browser.
 * Empty if the header contains neither. Versions are left out, because updates change them. `host` is the app that
 * embeds the browser and replaces the browser's name: 'Telegram on iOS'.
 */
export function describeBrowser(userAgent: string, host?: string): string {
  if (userAgent === '') return host ?? '';
  const { browser, os } = Bowser.parse(userAgent);
  return [host ?? browser.name, os.name].filter(Boolean).join(' on ').slice(0, MAX_LENGTH);
}
