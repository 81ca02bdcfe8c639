import { LIVE_DEVICE_PATH } from '@flyerdeck/contracts/live.values';
import { LiveChannel } from '../../src/lib/LiveChannel.ts';
import { productUrl } from '../shared/manifestValues.ts';

/* The WebSocket ends with the worker; the next alarm opens it again. Its pings keep the worker alive. */

const AFTER_REFUSAL_MS = 30_000;

let channel: LiveChannel | null = null;
let secretInUse: string | null = null;

export const isLive = (): boolean => channel?.isLive ?? false;

export function disconnect(): void {
  channel?.close();
  channel = null;
  secretInUse = null;
}

/** `onHint` is also called when the connection is ready, because hints may have been missed before. */
export function keepConnected(secret: string, onHint: () => void): void {
  if (secret === secretInUse) return;
  disconnect();
  secretInUse = secret;
  const opened = new LiveChannel({
    address: productUrl + LIVE_DEVICE_PATH,
    hello: { secret },
    onReady: onHint,
    onMessage: onHint,
    onRefused: () => {
      // After that the next poll connects, if the device is still linked.
      setTimeout(() => channel === opened && disconnect(), AFTER_REFUSAL_MS);
      // The poll shows why the device was refused.
      onHint();
    },
  });
  channel = opened;
}
