import { useWebApp, type WebApp } from './webApp.ts';

export const isPhone = (webApp: WebApp | null): boolean => /^(android|ios)/.test(webApp?.platform ?? '');

/** Only phones have Telegram's scanner. */
const SCANNER_VERSION = '6.4';

/** The QR code has the token, or the address of the token's page. */
const tokenOf = (scanned: string): string => scanned.trim().split('/verify-link/').at(-1) ?? '';

/** Null where Telegram cannot scan. */
export function useTokenScan(onToken: (token: string) => void): (() => void) | null {
  const webApp = useWebApp();
  if (!webApp?.isVersionAtLeast(SCANNER_VERSION) || !isPhone(webApp)) return null;
  return () =>
    webApp.showScanQrPopup({ text: 'The QR code of the linking token' }, (scanned) => {
      onToken(tokenOf(scanned));
      // Closes the scanner.
      return true;
    });
}
