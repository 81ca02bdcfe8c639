import type { IncomingMessage } from 'node:http';
import { EXTENSION_ID, LIVE_DEVICE_PATH } from '@flyerdeck/contracts';

/**
 * Whether a WebSocket comes from the product's own web app, or on the path of devices from the extension. A runner is no browser and sends none. Every browser sends the
 * origin of the page that opens a WebSocket. Other programs send none and can choose any.
 */
export function isAcceptedOrigin(
  path: string,
  { origin, host }: IncomingMessage['headers'],
  publicUrl: string | null,
): boolean {
  if (origin === undefined) return true;
  if (path === LIVE_DEVICE_PATH) return origin === `chrome-extension://${EXTENSION_ID}`;
  // A proxy in front may have replaced the Host.
  const own = [`http://${host}`, `https://${host}`, ...(publicUrl ? [publicUrl] : [])];
  return own.some((url) => URL.canParse(url) && new URL(url).origin === origin);
}
