import { MAX_IDEMPOTENCY_KEY_LENGTH } from '@flyerdeck/contracts';
import type { Context } from 'koa';
import { badRequest } from './errors.ts';

/** Returns the Idempotency-Key header, or null if it is missing or empty. Throws 400 invalid_request if it is too long. */
export function readIdempotencyKey(ctx: Context): string | null {
  const key = ctx.get('Idempotency-Key').trim();
  if (key.length > MAX_IDEMPOTENCY_KEY_LENGTH) {
    throw badRequest(
      'invalid_request',
      `The Idempotency-Key header may have at most ${MAX_IDEMPOTENCY_KEY_LENGTH} characters.`,
    );
  }
  return key || null;
}
