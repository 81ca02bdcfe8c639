import type { Middleware } from 'koa';
import { unavailable } from './errors.ts';

/** Drains in-flight requests when the server stops. Requests that take too long are answered with 503. */
export class Drain {
  isStopping = false;
  /** The reject function of each request. One promise shared by Promise.race would keep a reference to every request. */
  private readonly rejectInFlight = new Set<(reason: unknown) => void>();

  /** From now on `/readyz` answers 503, and each connection is closed after its answer. */
  begin(): void {
    this.isStopping = true;
  }

  /** Answers 503 to all in-flight requests. Otherwise they could fail with a 500 when the connection pool ends. */
  abortRequests(): void {
    for (const reject of this.rejectInFlight) {
      reject(unavailable('The server is restarting. Please try again in a moment.'));
    }
  }

  /** Mounted inside the error handler, outside of all middleware that takes time. */
  readonly middleware: Middleware = async (ctx, next) => {
    await new Promise<void>((resolve, reject) => {
      this.rejectInFlight.add(reject);
      next()
        .finally(() => this.rejectInFlight.delete(reject))
        .then(resolve, reject);
    });
    if (this.isStopping) ctx.set('Connection', 'close');
  };
}
