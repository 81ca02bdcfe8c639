import {
  LIVE_DEVICE_PATH,
  LIVE_PING_SECONDS,
  LIVE_REFUSED,
  LIVE_REPLACED,
  LIVE_SILENCE_SECONDS,
} from '@flyerdeck/contracts/live.values';
import type { LiveMessage } from '@flyerdeck/contracts/types';
import { productUrl } from '../shared/manifestValues.ts';

/* The WebSocket ends with the worker; the next alarm opens it again. Its pings keep the worker alive. */

/** Random, so that the extensions of a restarted server do not all connect at the same time. */
const FIRST_RETRY_WITHIN_MS = 5_000;
const MAX_RETRY_MS = 30_000;

let socket: WebSocket | null = null;
let secretInUse: string | null = null;
let isReady = false;
let retry: ReturnType<typeof setTimeout> | undefined;
let failures = 0;

export const isLive = (): boolean => isReady;

export function disconnect(): void {
  clearTimeout(retry);
  retry = undefined;
  const closing = socket;
  socket = null;
  isReady = false;
  closing?.close();
}

/** `onHint` is also called when the connection is ready, because hints may have been missed before. */
export function keepConnected(secret: string, onHint: () => void): void {
  if (secret !== secretInUse) disconnect();
  secretInUse = secret;
  if (socket || retry) return;
  const opened = new WebSocket(`${productUrl.replace(/^http/, 'ws')}${LIVE_DEVICE_PATH}`);
  socket = opened;
  let lastMessageAt = Date.now();
  const onLost = (code?: number) => {
    clearInterval(pings);
    if (socket !== opened) return;
    socket = null;
    isReady = false;
    const isRefused = code === LIVE_REFUSED || code === LIVE_REPLACED;
    const withinMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_WITHIN_MS * 2 ** failures);
    retry = setTimeout(
      () => {
        retry = undefined;
        // After a refusal the next poll connects, if the device is still linked.
        if (!isRefused) keepConnected(secret, onHint);
      },
      isRefused ? MAX_RETRY_MS : Math.random() * withinMs,
    );
    failures += 1;
    // The poll shows why the device was refused.
    if (isRefused) onHint();
  };
  const pings = setInterval(() => {
    if (Date.now() - lastMessageAt > LIVE_SILENCE_SECONDS * 1000) {
      // Not left to the 'close' event, which Chrome sends a minute later if the server does not answer.
      onLost();
      opened.close();
    } else if (isReady) opened.send('{"type":"ping"}');
  }, LIVE_PING_SECONDS * 1000);
  opened.onopen = () => opened.send(JSON.stringify({ secret }));
  opened.onmessage = ({ data }) => {
    if (socket !== opened) return;
    lastMessageAt = Date.now();
    const { type } = JSON.parse(String(data)) as LiveMessage;
    if (type === 'ready') {
      isReady = true;
      failures = 0;
    }
    if (type === 'ready' || type === 'work') onHint();
  };
  opened.onclose = ({ code }) => onLost(code);
}
