import { endSession as endSessionEndpoint, listSessions, me, signIn, signOut } from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { describeBrowser } from '../http/describeBrowser.ts';
import { HttpError } from '../http/errors.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { logSecurityEvent } from '../http/requestLog.ts';
import { presentCurrentUser, presentSessions } from './auth.presenter.ts';
import {
  endSession,
  endSessionOf,
  findCurrentUser,
  listSessionsOf,
  proveSignIn,
  startSession,
} from './auth.service.ts';

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

  endpoints.mount(me, async ({ db, user }) => presentCurrentUser(await findCurrentUser(db, user.id)));

  endpoints.mount(signOut, async ({ db, user, ctx }) => {
    await endSession(db, user.sessionHash);
    hints.send({ kind: 'sessions_ended', owner: user.id });
    logSecurityEvent(ctx, 'session.ended', user.id);
  });

  endpoints.mount(listSessions, async ({ db, user }) => ({
    sessions: presentSessions(await listSessionsOf(db, user.id), user.sessionHash),
  }));

  endpoints.mount(endSessionEndpoint, async ({ db, user, params, ctx }) => {
    await endSessionOf(db, user.id, params.id);
    hints.send({ kind: 'sessions_ended', owner: user.id });
    logSecurityEvent(ctx, 'session.ended', user.id);
  });
}
