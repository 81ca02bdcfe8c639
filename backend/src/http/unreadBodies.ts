import type { Middleware } from 'koa';
import { Throttle } from './throttle.ts';

const DRAINED_WITHIN_MS = 30_000;

/**
 * Browsers send the rest of a refused body before they read the answer. It is discarded at a limited rate, for all such
 * bodies together: at full speed it would slow down other requests.
 */
export function drainUnreadBodies(bytesPerSecond = 16 * 1024 * 1024): Middleware {
  const throttle = new Throttle(bytesPerSecond);
  return async ({ req }, next) => {
    await next();
    if (req.complete || req.readableDidRead) return;
    const tooSlow = setTimeout(() => req.destroy(), DRAINED_WITHIN_MS);
    const drain = async () => {
      for await (const _ of throttle.of(req));
    };
    // The connection was closed: there is nothing left to read.
    void drain()
      .catch(() => undefined)
      .finally(() => clearTimeout(tooSlow));
  };
}
