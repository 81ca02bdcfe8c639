import type { Middleware } from 'koa';
import { clientAddress } from './clientAddress.ts';
import { EXTENSION_ZIP_PATH } from './extensionZip.ts';
import type { RateLimits } from './rateLimit.ts';

/** Limits by address whatever no endpoint answers: the web app's files, the extension, and addresses that do not exist. */
export function limitFiles(limits: Pick<RateLimits, 'static' | 'extension_zip'>): Middleware {
  return async (ctx, next) => {
    const limit = ctx.path === EXTENSION_ZIP_PATH ? limits.extension_zip : limits.static;
    await limit.consume(clientAddress(ctx));
    await next();
  };
}
