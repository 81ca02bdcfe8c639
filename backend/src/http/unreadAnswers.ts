import type { ServerResponse } from 'node:http';
import { Stream } from 'node:stream';
import type { Middleware } from 'koa';
import { clientAddress } from './clientAddress.ts';
import { HttpError, unavailable } from './errors.ts';

export const UNREAD_LIMITS = {
  /** Smaller answers are not counted: they fit into the kernel's buffer. */
  countedFromBytes: 64 * 1024,
  /**
   * Unread bytes of one caller (a user, else an address), and of all callers. An answer that is larger than the limit is sent
   * if no other answer is unread.
   */
  bytesOfCaller: 32 * 1024 * 1024,
  totalBytes: 128 * 1024 * 1024,
  /** A connection is closed if its client reads nothing for this time, or reads the whole answer more slowly than this rate. */
  idleTimeoutMs: 20_000,
  minBytesPerSecond: 16 * 1024,
};

/** Memory of a stream's unread bytes: up to 4 MB in the kernel (tcp_wmem). In this process it is two parts, which are small. */
const HELD_BY_STREAM_BYTES = 4 * 1024 * 1024;

const SENTENCE = 'Too many answers are waiting to be read. Please try again in a moment.';

/** Closes the connection of a client that stops reading an answer of this size, or reads it too slowly. */
function closeAfter(res: ServerResponse, bytes: number, { idleTimeoutMs, minBytesPerSecond }: typeof UNREAD_LIMITS) {
  const tooSlow = setTimeout(() => res.destroy(), idleTimeoutMs + (bytes / minBytesPerSecond) * 1_000);
  res.setTimeout(idleTimeoutMs, () => res.destroy());
  return () => clearTimeout(tooSlow);
}

/** The same for an answer of unknown length, which is sent while it is made: the time in which nothing waits to be read does not count. */
function closeSlowReader(res: ServerResponse, { idleTimeoutMs, minBytesPerSecond }: typeof UNREAD_LIMITS): () => void {
  const everyMs = idleTimeoutMs / 20;
  const sentBytes = () => (res.socket?.bytesWritten ?? 0) - (res.socket?.writableLength ?? 0);
  const sentBefore = sentBytes();
  let read = 0;
  let idleMs = 0;
  let waitedMs = 0;
  const timer = setInterval(() => {
    const isWaiting = res.writableLength > 0;
    const now = sentBytes() - sentBefore;
    idleMs = isWaiting && now === read ? idleMs + everyMs : 0;
    waitedMs += isWaiting ? everyMs : 0;
    read = now;
    const isTooSlow = waitedMs > idleTimeoutMs + (read / minBytesPerSecond) * 1_000;
    if (idleMs >= idleTimeoutMs || isTooSlow) res.destroy();
  }, everyMs);
  return () => clearInterval(timer);
}

/**
 * Limits the memory of answers that clients do not read. Large answers above the limit of the caller are refused with 429, above
 * the limit of all with 503. Connections of clients that stop reading or read too slowly are closed. Mounted inside the error
 * handler and compression, outside of everything that answers.
 */
export function limitUnreadAnswers(limits = UNREAD_LIMITS): Middleware {
  const bytesByCaller = new Map<string, number>();
  let total = 0;

  const fit = (held: number, bytes: number, limit: number) => held === 0 || held + bytes <= limit;
  const add = (caller: string, bytes: number) => {
    total += bytes;
    const held = (bytesByCaller.get(caller) ?? 0) + bytes;
    if (held === 0) bytesByCaller.delete(caller);
    else bytesByCaller.set(caller, held);
  };

  return async (ctx, next) => {
    await next();
    const { res } = ctx;
    const { answerBytes } = ctx.state;
    const isReadInParts = ctx.body instanceof Stream && answerBytes === undefined;
    const size: number = answerBytes ?? ctx.length ?? (isReadInParts ? Number.POSITIVE_INFINITY : 0);
    const held = isReadInParts ? Math.min(size, HELD_BY_STREAM_BYTES) : size;
    if (size < limits.countedFromBytes || ctx.method === 'HEAD' || res.destroyed) return;
    const caller: string = ctx.state.user?.id ?? clientAddress(ctx);
    const isOwnLimit = !fit(bytesByCaller.get(caller) ?? 0, held, limits.bytesOfCaller);
    if (isOwnLimit || !fit(total, held, limits.totalBytes)) {
      // The refusal must not be cached as the answer.
      ctx.set('Cache-Control', 'no-store');
      ctx.remove('ETag');
      throw isOwnLimit
        ? new HttpError(429, 'rate_limited', SENTENCE, undefined, { 'Retry-After': '2' })
        : unavailable(SENTENCE);
    }
    // A Buffer is outside the JavaScript heap, and is not copied again when it is sent.
    if (typeof ctx.body === 'string') ctx.body = Buffer.from(ctx.body);
    add(caller, held);
    const stopTimers = Number.isFinite(size) ? closeAfter(res, size, limits) : closeSlowReader(res, limits);
    // An answer that waits for an earlier one on its connection is not closed with the connection. A proxy causes that when it
    // sends the next request before this process has noticed that the answer is sent.
    const { socket } = ctx.req;
    const release = () => {
      stopTimers();
      res.off('close', release);
      socket.off('close', release);
      add(caller, -held);
    };
    res.once('close', release);
    socket.once('close', release);
  };
}
