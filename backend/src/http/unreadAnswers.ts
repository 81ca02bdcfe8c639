import { Stream } from 'node:stream';
import type { Middleware } from 'koa';
import { clientAddress } from './clientAddress.ts';
import { unavailable } from './errors.ts';

export const UNREAD_LIMITS = {
  /** Smaller answers are not counted: they fit into the kernel's buffer. */
  countedFromBytes: 64 * 1024,
  /** What one user (or address, without one) and all together may leave unread. A larger answer is sent when nothing else waits. */
  bytesOfCaller: 32 * 1024 * 1024,
  totalBytes: 128 * 1024 * 1024,
  /** A reader that reads nothing for this long is dropped, and so is one that is slower than this over the whole answer. */
  idleTimeoutMs: 20_000,
  minBytesPerSecond: 16 * 1024,
};

/** A stream is read as fast as its reader reads: two parts are in our memory, up to 4 MB in the kernel's (tcp_wmem). */
const HELD_BY_STREAM_BYTES = 4 * 1024 * 1024;

/**
 * Limits the memory of answers that are not read: beyond the limits large answers are refused with 503, and readers
 * that stop or are too slow are dropped. Inside the error handler and compression, around everything that answers.
 */
export function boundUnreadAnswers(limits = UNREAD_LIMITS): Middleware {
  const ofCaller = new Map<string, number>();
  let inAll = 0;

  const fits = (caller: string, bytes: number) => {
    const held = ofCaller.get(caller) ?? 0;
    return (held === 0 || held + bytes <= limits.bytesOfCaller) && (inAll === 0 || inAll + bytes <= limits.totalBytes);
  };
  const add = (caller: string, bytes: number) => {
    inAll += bytes;
    const held = (ofCaller.get(caller) ?? 0) + bytes;
    if (held === 0) ofCaller.delete(caller);
    else ofCaller.set(caller, held);
  };

  return async (ctx, next) => {
    await next();
    const { res } = ctx;
    const { answerBytes } = ctx.state;
    const size: number = answerBytes ?? ctx.length ?? 0;
    const isRead = ctx.body instanceof Stream && answerBytes === undefined;
    const held = isRead ? Math.min(size, HELD_BY_STREAM_BYTES) : size;
    if (size < limits.countedFromBytes || ctx.method === 'HEAD' || res.destroyed) return;
    const caller: string = ctx.state.user?.id ?? clientAddress(ctx);
    // Without a socket it waits for an earlier answer on the same connection, which only pipelining causes.
    if (!res.socket || !fits(caller, held)) {
      // Else the refusal would count as the answer.
      ctx.set('Cache-Control', 'no-store');
      ctx.remove('ETag');
      throw unavailable('Too many answers are waiting to be read. Please try again in a moment.');
    }
    // As bytes it is outside the heap, once; as text it would be copied when it is sent.
    if (typeof ctx.body === 'string') ctx.body = Buffer.from(ctx.body);
    add(caller, held);
    const slowestMs = limits.idleTimeoutMs + (size / limits.minBytesPerSecond) * 1_000;
    const tooSlow = setTimeout(() => res.destroy(), slowestMs);
    res.setTimeout(limits.idleTimeoutMs, () => res.destroy());
    res.once('close', () => {
      clearTimeout(tooSlow);
      add(caller, -held);
    });
  };
}
