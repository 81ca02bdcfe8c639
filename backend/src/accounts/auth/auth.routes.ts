import { endSession as endSessionEndpoint, listSessions, me, signIn, signOut } from '@flyerdeck/contracts';
import type { AppContext } from '../../context.ts';
import { oneRow } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';
import { HttpError } from '../../server/http/errors.ts';
import type { EndpointRouter } from '../../server/http/mountEndpoint.ts';
import { describeBrowser } from '../../server/security/describeBrowser.ts';
import { logSecurityEvent } from '../../server/security/requestLog.ts';
import { endSession, endSessionOf, proveSignIn, startSession } from './auth.service.ts';
import { listSessionsOf } from './sessions.query.ts';
import { findCurrentUser } from './users.service.ts';

export function mountAuthRoutes(endpoints: EndpointRouter, { config, hints, limits }: AppContext): void {
  endpoints.mount(signIn, async ({ db, body, address, ctx }) => {
    try {
      const proven = proveSignIn(config, body);
      const browser = describeBrowser(ctx.get('User-Agent'), body.init_data ? 'Telegram' : undefined);
      await limits.new_session.consume(proven.person.telegramId);
      const { sessionToken, telegramId, userId, wasPromoted } = await inTransaction(db, (db) =>
        startSession(db, config, proven, browser),
      );
      logSecurityEvent(ctx, 'session.started', userId);
      if (wasPromoted) logSecurityEvent(ctx, 'user.promoted', null, { targetUserId: userId });
      return { session_token: sessionToken, telegram_id: telegramId };
    } catch (error) {
      // Only refused sign-ins count, and after the check: failures of other users of the address do not block a valid proof.
      if (error instanceof HttpError && error.status === 401) await limits.refused_sign_in.consume(address);
      throw error;
    }
  });

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
