import { MAX_IDEMPOTENCY_KEY_LENGTH } from '@flyerdeck/contracts';
import type { Context } from 'koa';
import { badRequest } from '../http/errors.ts';

/** The Idempotency-Key header, null without one. Throws a 400 for one that no honest client makes. */
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
