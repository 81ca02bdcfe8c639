import type { Context } from 'koa';
import { clientAddress } from './clientAddress.ts';
import type { HttpError } from './errors.ts';

type SecurityEvent =
  | 'proof.refused'
  | 'access.refused'
  | 'rate_limit.refused'
  | 'session.started'
  | 'session.ended'
  | 'account.erased'
  | 'page.linked'
  | 'runner.paired'
  | 'runner.ended'
  | 'user.promoted'
  | 'user.demoted'
  | 'user.activated'
  | 'user.deactivated';

/**
 * Writes one structured log line. It never contains a token, a proof, a header, a body or the URL of a request. `userId` is the
 * signed-in user; null without one, because the user of a refused proof is not verified. `targetUserId` is the affected
 * user, if it is another one.
 */
export function logSecurityEvent(
  ctx: Context,
  event: SecurityEvent,
  userId: string | null,
  details: { readonly targetUserId?: string; readonly code?: string } = {},
): void {
  // This logger adds the request id.
  ctx.state.log.info({ event, userId, address: clientAddress(ctx), ...details }, 'security event');
}

/** Logs an error answer if it is a security event. Called by the error handler for every route. */
export function logRefusal(ctx: Context, { status, code }: HttpError): void {
  const event = refusalEvent(status, code);
  if (event) logSecurityEvent(ctx, event, ctx.state.user?.id ?? null, { code });
}

function refusalEvent(status: number, code: string): SecurityEvent | null {
  if (code.startsWith('auth.proof_') || code === 'webhook.unauthorized') return 'proof.refused';
  if (status === 403) return 'access.refused';
  if (status === 429) return 'rate_limit.refused';
  return null;
}
