import type { Middleware } from 'koa';
import { clientAddress } from './clientAddress.ts';
import type { RateLimits } from './rateLimit.ts';
import { EXTENSION_ZIP_PATH, RUNNER_ZIP_PATH } from './staticFiles.ts';

/** Rate limits by address for files of the web app, the extension and unknown URLs. Endpoints have their own limits. */
export function limitFiles(limits: Pick<RateLimits, 'static' | 'zip'>): Middleware {
  return async (ctx, next) => {
    const limit = ctx.path === EXTENSION_ZIP_PATH || ctx.path === RUNNER_ZIP_PATH ? limits.zip : limits.static;
    await limit.consume(clientAddress(ctx));
    await next();
  };
}
