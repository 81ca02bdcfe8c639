import { randomUUID } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { requests } from '../../metrics.ts';
import type { HttpError } from '../http/errors.ts';
import { clientAddress } from './clientAddress.ts';

export interface RequestState {
  requestId: string;
  log: Logger;
  /** The template: URLs may contain tokens and must not be logged. */
  route?: string;
  user?: { readonly id: string } | null;
}

const GIVEN_ID = /^[\w-]{8,64}$/;

/** Never a URL, a header or a body. */
export const requestLog =
  (logger: Logger): Middleware<RequestState> =>
  async (ctx, next) => {
    const given = ctx.get('X-Request-Id');
    const requestId = GIVEN_ID.test(given) ? given : randomUUID();
    const log = logger.child({ requestId });
    Object.assign(ctx.state, { requestId, log });
    ctx.set('X-Request-Id', requestId);
    const startedAt = performance.now();
    try {
      await next();
    } finally {
      const seconds = (performance.now() - startedAt) / 1_000;
      const { method, status } = ctx;
      const route = ctx.state.route ?? 'static';
      requests.observe({ method, route, status }, seconds);
      const level = status >= 500 ? 'error' : ctx.state.route ? 'info' : 'debug';
      const userId: string | undefined = ctx.state.user?.id;
      log[level]({ method, route, status, userId, ms: Math.round(seconds * 10_000) / 10 }, 'request');
    }
  };

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

/** Never a token, a proof, a header, a body or a URL. `userId` is null without a verified user. `targetUserId` is another affected user. */
export function logSecurityEvent(
  ctx: Context,
  event: SecurityEvent,
  userId: string | null,
  details: { readonly targetUserId?: string; readonly code?: string } = {},
): void {
  ctx.state.log.info({ event, userId, address: clientAddress(ctx), ...details }, 'security event');
}

/** For every route. */
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
