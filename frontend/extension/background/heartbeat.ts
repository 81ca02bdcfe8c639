import type { Posting } from './extensionStore.ts';
import { say } from './productApi.ts';

/** Chrome ends a worker that calls nothing for 30 seconds. */
const MAX_EVERY_MS = 15_000;
const MIN_EVERY_MS = 1_000;

/** Holds the claim, and the worker awake, while a posting takes its time. Answers how to stop. */
export function startHeartbeat(secret: string, posting: Posting): () => void {
  const leaseMs = Date.parse(posting.leaseExpiresAt) - Date.now();
  // This machine's clock may be wrong; the bounds keep that harmless.
  const everyMs = Math.min(MAX_EVERY_MS, Math.max(MIN_EVERY_MS, leaseMs / 3));
  const timer = setInterval(() => {
    // A claim that was lost is noticed before the press, where it matters.
    void say(secret, posting, 'heartbeat').catch(() => undefined);
    void chrome.runtime.getPlatformInfo();
  }, everyMs);
  return () => clearInterval(timer);
}
