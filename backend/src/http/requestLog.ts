import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { requests } from '../metrics.ts';

export interface RequestState {
  requestId: string;
  log: Logger;
  /** The endpoint's path template. URLs may contain tokens and must not be logged. */
  route?: string;
  /** The signed-in user. */
  user?: { readonly id: string } | null;
}

const GIVEN_ID = /^[\w-]{8,64}$/;

/** Logs one line for each request: id, method, path template, status, signed-in user, time. It never contains a URL, a header or a body. */
export const requestLog =
  (logger: Logger): Middleware<RequestState> =>
  async (ctx, next) => {
    const given = ctx.get('X-Request-Id');
    const requestId = GIVEN_ID.test(given) ? given : randomUUID();
    const log = logger.child({ requestId });
    Object.assign(ctx.state, { requestId, log });
    ctx.set('X-Request-Id', requestId);
    const startedAt = performance.now();
    try {
      await next();
    } finally {
      const seconds = (performance.now() - startedAt) / 1_000;
      const { method, status } = ctx;
      const route = ctx.state.route ?? 'static';
      requests.observe({ method, route, status }, seconds);
      const level = status >= 500 ? 'error' : ctx.state.route ? 'info' : 'debug';
      const userId: string | undefined = ctx.state.user?.id;
      log[level]({ method, route, status, userId, ms: Math.round(seconds * 10_000) / 10 }, 'request');
    }
  };
