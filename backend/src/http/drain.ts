import type { Middleware } from 'koa';
import { unavailable } from './errors.ts';

/** Drains in-flight requests: waits for them, and answers 503 when that takes too long. */
export class Drain {
  isStopping = false;
  /** One entry for each request. A single promise that all of them race with would keep a reference to every request. */
  private readonly waiting = new Set<(reason: unknown) => void>();

  /** From now on the server is not ready, and connections are closed after their answer. */
  begin(): void {
    this.isStopping = true;
  }

  /**
   * Answers 503 to the requests in flight. Their work may still be running and fail because the pool ends; that must not
   * become an answer about an internal error.
   */
  giveUp(): void {
    for (const giveUpOn of this.waiting) {
      giveUpOn(unavailable('The server is restarting. Please try again in a moment.'));
    }
  }

  /** Inside the error handler, around everything that takes time. */
  readonly middleware: Middleware = async (ctx, next) => {
    await new Promise<void>((resolve, reject) => {
      this.waiting.add(reject);
      next()
        .finally(() => this.waiting.delete(reject))
        .then(resolve, reject);
    });
    if (this.isStopping) ctx.set('Connection', 'close');
  };
}
