import type { Middleware } from 'koa';
import compress from 'koa-compress';

const ENCODED = /\b(gzip|br|zstd|deflate)\b|\*/;

/** koa-compress computes its options for every answer; skipped for callers that accept no encoding. */
export function compressed(): Middleware {
  const compressAnswer = compress() as Middleware;
  return (ctx, next) => {
    if (ENCODED.test(ctx.get('Accept-Encoding'))) return compressAnswer(ctx, next);
    // Else a cache could give this answer to a caller that accepts encodings, or the other way round.
    ctx.vary('Accept-Encoding');
    return next();
  };
}
