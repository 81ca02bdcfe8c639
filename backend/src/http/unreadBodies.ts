import type { Middleware } from 'koa';
import { Throttle } from './throttle.ts';

const DRAINED_WITHIN_MS = 30_000;

/**
 * Of a body that was refused unread, browsers send the rest before they read the answer. It is thrown away at a steady throttle, of all
 * such bodies together: at full speed it would take the time of those who are served.
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
    // Cut off: there is no more to drain.
    void drain()
      .catch(() => undefined)
      .finally(() => clearTimeout(tooSlow));
  };
}
