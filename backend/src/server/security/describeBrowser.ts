import Bowser from 'bowser';

/** Longer than every real name: it only cuts forged headers. */
const MAX_LENGTH = 60;

/** Such as 'Chrome on Windows', without versions, because updates change them. Empty if unknown. `host` embeds the browser and replaces its name: 'Telegram on iOS'. */
export function describeBrowser(userAgent: string, host?: string): string {
  if (userAgent === '') return host ?? '';
  const { browser, os } = Bowser.parse(userAgent);
  return [host ?? browser.name, os.name].filter(Boolean).join(' on ').slice(0, MAX_LENGTH);
}
