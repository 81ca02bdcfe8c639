import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { requests } from '../metrics.ts';

export interface RequestState {
  requestId: string;
  log: Logger;
  /** The endpoint's path template: addresses may contain tokens and must not be logged. */
  route?: string;
  /** Of an answer that is streamed although it is in memory as a whole. */
  answerBytes?: number;
}

const GIVEN_ID = /^[\w-]{8,64}$/;

/** One line for each request: id, method, route template, status, time. Never an address, a header or a body. */
export const requestLog =
  (logger: Logger): Middleware<RequestState> =>
  async (ctx, next) => {
    const given = ctx.get('X-Request-Id');
    ctx.state.requestId = GIVEN_ID.test(given) ? given : randomUUID();
    // Created on first use: most requests log only the line below.
    let child: Logger | null = null;
    Object.defineProperty(ctx.state, 'log', {
      get: () => {
        child ??= logger.child({ requestId: ctx.state.requestId });
        return child;
      },
    });
    ctx.set('X-Request-Id', ctx.state.requestId);
    const startedAt = performance.now();
    try {
      await next();
    } finally {
      const seconds = (performance.now() - startedAt) / 1_000;
      const route = ctx.state.route ?? 'static';
      requests.observe({ method: ctx.method, route, status: ctx.status }, seconds);
      const level = ctx.status >= 500 ? 'error' : ctx.state.route ? 'info' : 'debug';
      logger[level](
        {
          requestId: ctx.state.requestId,
          method: ctx.method,
          route,
          status: ctx.status,
          ms: Math.round(seconds * 10_000) / 10,
        },
        'request',
      );
    }
  };
