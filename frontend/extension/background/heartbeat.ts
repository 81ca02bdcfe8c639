import type { Posting } from '../shared/extensionStorage.ts';
import { extendLease } from './productApi.ts';

/** Chrome ends a worker that calls no extension API for 30 seconds. */
const MAX_EVERY_MS = 15_000;
const MIN_EVERY_MS = 1_000;

export function startHeartbeat(secret: string, posting: Posting): () => void {
  const leaseMs = Date.parse(posting.leaseExpiresAt) - Date.parse(posting.claimedAt);
  const everyMs = Math.min(MAX_EVERY_MS, Math.max(MIN_EVERY_MS, leaseMs / 3));
  const timer = setInterval(() => {
    // A lost claim is noticed at `submitting`, before the press.
    void extendLease(secret, posting, 'heartbeat').catch(() => undefined);
    void chrome.runtime.getPlatformInfo();
  }, everyMs);
  return () => clearInterval(timer);
}
