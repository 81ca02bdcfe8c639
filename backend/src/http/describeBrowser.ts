import Bowser from 'bowser';

/** Kept with sessions and devices; nobody needs more of a forged one. */
const MAX_LENGTH = 60;

/**
 * What a User-Agent header says of its sender, for a person to recognise their own: 'Chrome on Windows'. Empty where it
 * names no browser. Without versions, which change under the same browser. `host` is the app around the browser, where
 * it is known by other means: 'Telegram on iOS'.
 */
export function describeBrowser(userAgent: string, host?: string): string {
  if (userAgent === '') return host ?? '';
  const { browser, os } = Bowser.parse(userAgent);
  const name = host ?? browser.name ?? '';
  return [name, os.name].filter(Boolean).join(' on ').slice(0, MAX_LENGTH);
}
