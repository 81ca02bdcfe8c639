import { setTimeout as sleep } from 'node:timers/promises';
import type { Middleware } from 'koa';

/** A timer costs more than shorter pauses save. They are added to the next pause. */
const SHORTEST_PAUSE_MS = 20;

/** Bytes per second of all streams that share it. */
export class Throttle {
  private paidUntil = 0;

  constructor(private readonly bytesPerSecond: number) {}

  async *of(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      const now = performance.now();
      this.paidUntil = Math.max(this.paidUntil, now) + (chunk.length / this.bytesPerSecond) * 1_000;
      const pause = this.paidUntil - now;
      if (pause >= SHORTEST_PAUSE_MS) await sleep(pause);
      yield chunk;
    }
  }
}

const DRAIN_TIMEOUT_MS = 30_000;

/** Browsers send all of a refused body before they read the answer. Together they are limited, so that they do not slow down other requests. */
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
    void drain()
      .catch(() => undefined)
      .finally(() => clearTimeout(tooSlow));
  };
}
