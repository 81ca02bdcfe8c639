import type { Middleware } from 'koa';
import { Throttle } from './throttle.ts';

const DRAIN_TIMEOUT_MS = 30_000;

/**
 * Discards the rest of a refused request's body, because browsers send all of it before they read the answer. The rate is
 * limited for all such bodies together, so that they do not slow down other requests.
 */
export function drainUnreadBodies(bytesPerSecond = 16 * 1024 * 1024): Middleware {
  const throttle = new Throttle(bytesPerSecond);
  return async ({ req }, next) => {
    await next();
    if (req.complete || req.readableDidRead) return;
    // Does not keep a stopping process running.
    const tooSlow = setTimeout(() => req.destroy(), DRAIN_TIMEOUT_MS).unref();
    const drain = async () => {
      for await (const _ of throttle.of(req));
    };
    // An error means that the client has closed the connection.
    void drain()
      .catch(() => undefined)
      .finally(() => clearTimeout(tooSlow));
  };
}
