import type { Context } from 'koa';
import { clientAddress } from './clientAddress.ts';
import type { HttpError } from './errors.ts';

export type SecurityEventName =
  | 'proof.refused'
  | 'access.refused'
  | 'rate_limit.refused'
  | 'session.started'
  | 'session.ended'
  | 'page.linked'
  | 'user.promoted'
  | 'user.demoted'
  | 'user.activated'
  | 'user.deactivated';

/** One structured log line. It never contains a token, a proof, a header, a body or the address of a request. */
export interface SecurityEvent {
  readonly event: SecurityEventName;
  /** The signed-in user, or null: what a refused proof says about a person is not proven. */
  readonly userId: string | null;
  /** The caller's IP address, as rate limits count it. */
  readonly address: string;
  /** As in the request's log line and in the X-Request-Id header. */
  readonly requestId: string;
  /** The affected user, when that is another one. */
  readonly targetUserId?: string;
  /** The error code of a refusal. */
  readonly code?: string;
}

type Details = Pick<SecurityEvent, 'targetUserId' | 'code'>;

export function logSecurityEvent(
  ctx: Context,
  event: SecurityEventName,
  userId: string | null,
  details: Details = {},
): void {
  // The request's logger adds the request id.
  const line: Omit<SecurityEvent, 'requestId'> = { event, userId, address: clientAddress(ctx), ...details };
  ctx.state.log.info(line, 'security event');
}

/** Which answers are security events. Every refusal passes the error handler, so that no route can forget to log one. */
export function logRefusal(ctx: Context, { status, code }: HttpError): void {
  const event = refusalEvent(status, code);
  if (event) logSecurityEvent(ctx, event, ctx.state.user?.id ?? null, { code });
}

function refusalEvent(status: number, code: string): SecurityEventName | null {
  if (code.startsWith('auth.proof_') || code === 'webhook.unauthorized') return 'proof.refused';
  if (status === 403) return 'access.refused';
  if (status === 429) return 'rate_limit.refused';
  return null;
}
