import type { Middleware } from 'koa';
import { unavailable } from './errors.ts';

/** How a server takes leave of its callers: those under way are waited for, and told to come again when that takes too long. */
export class Drain {
  private stopping = false;
  /** One a request under way. Not one promise that all of them race with: it would remember every request there ever was. */
  private readonly waiting = new Set<(reason: unknown) => void>();

  get isStopping(): boolean {
    return this.stopping;
  }

  /** From now on we are not ready, and no connection is kept for another request. */
  begin(): void {
    this.stopping = true;
  }

  /**
   * Whoever is still waiting is answered 503 now. What they had asked for may still be under way: it meets a pool that
   * ends, and its failure must not become an answer that speaks of a mistake of ours.
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
      const over = () => this.waiting.delete(reject);
      next().then(
        () => {
          over();
          resolve();
        },
        (error) => {
          over();
          reject(error);
        },
      );
    });
    if (this.stopping) ctx.set('Connection', 'close');
  };
}
