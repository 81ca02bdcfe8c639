import type { Middleware } from 'koa';
import compress from 'koa-compress';

const ENCODED = /\b(gzip|br|zstd|deflate)\b|\*/;

/** koa-compress works out its options anew for every answer; who can not unpack anything need not wait for that. */
export function compressed(): Middleware {
  const compressAnswer = compress() as Middleware;
  return (ctx, next) => {
    if (ENCODED.test(ctx.get('Accept-Encoding'))) return compressAnswer(ctx, next);
    // A cache must not hand this answer to somebody who asked for a packed one, nor the other way round.
    ctx.vary('Accept-Encoding');
    return next();
  };
}
