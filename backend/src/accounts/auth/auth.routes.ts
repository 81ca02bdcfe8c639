import {
  endSession as endSessionEndpoint,
  finishOidc,
  listSessions,
  me,
  signIn,
  signOut,
  startOidc,
} from '@flyerdeck/contracts';
import type { AppContext } from '../../context.ts';
import { oneRow } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';
import { HttpError } from '../../server/http/errors.ts';
import type { EndpointRequest, EndpointRouter } from '../../server/http/mountEndpoint.ts';
import { describeBrowser } from '../../server/security/describeBrowser.ts';
import { logSecurityEvent } from '../../server/security/requestLog.ts';
import { endSession, endSessionOf, proveSignIn, startSession } from './auth.service.ts';
import { OidcSignIn } from './oidc.ts';
import { listSessionsOf } from './sessions.query.ts';
import type { ProvenSignIn } from './telegramProof.ts';
import { findCurrentUser } from './users.service.ts';

type SignInRequest = Pick<EndpointRequest<typeof signIn>, 'db' | 'address' | 'ctx'>;

export function mountAuthRoutes(endpoints: EndpointRouter, app: AppContext): void {
  const { config, hints, limits } = app;
  const oidc = new OidcSignIn(app);

  const start = async ({ db, address, ctx }: SignInRequest, prove: () => Promise<ProvenSignIn>, client?: string) => {
    try {
      const proven = await prove();
      await limits.new_session.consume(proven.person.telegramId);
      const { sessionToken, telegramId, userId, wasPromoted } = await inTransaction(db, (db) =>
        startSession(db, config, proven, describeBrowser(ctx.get('User-Agent'), client)),
      );
      logSecurityEvent(ctx, 'session.started', userId);
      if (wasPromoted) logSecurityEvent(ctx, 'user.promoted', null, { targetUserId: userId });
      return { session_token: sessionToken, telegram_id: telegramId };
    } catch (error) {
      // Only refused sign-ins count, and after the check: failures of other users of the address do not block a valid proof.
      if (error instanceof HttpError && error.status === 401) await limits.refused_sign_in.consume(address);
      throw error;
    }
  };

  endpoints.mount(signIn, ({ body, ...request }) =>
    start(request, async () => proveSignIn(config, body), body.init_data ? 'Telegram' : undefined),
  );
  endpoints.mount(startOidc, async () => ({ url: await oidc.start() }));
  endpoints.mount(finishOidc, ({ body, ...request }) => start(request, () => oidc.finish(body.proof)));

  endpoints.mount(me, ({ db, user }) => oneRow(findCurrentUser(db, [user.id])));

  endpoints.mount(signOut, async ({ db, user, ctx }) => {
    await endSession(db, user.sessionHash);
    hints.send({ kind: 'sessions_ended', owner: user.id });
    logSecurityEvent(ctx, 'session.ended', user.id);
  });

  endpoints.mount(listSessions, async ({ db, user }) => ({
    sessions: await listSessionsOf(db, [user.id, user.sessionHash]),
  }));

  endpoints.mount(endSessionEndpoint, async ({ db, user, params, ctx }) => {
    await endSessionOf(db, user.id, params.id);
    hints.send({ kind: 'sessions_ended', owner: user.id });
    logSecurityEvent(ctx, 'session.ended', user.id);
  });
}
