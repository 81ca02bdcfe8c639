import { endSession as endSessionEndpoint, listSessions, me, signIn, signOut } from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { describeBrowser } from '../http/describeBrowser.ts';
import { HttpError, unauthorized } from '../http/errors.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { logSecurityEvent } from '../http/securityEvents.ts';
import { findCurrentUser } from './auth.query.ts';
import { endSession, endSessionOf, proveSignIn, startSession } from './auth.service.ts';
import { presentCurrentUser } from './currentUser.presenter.ts';
import { presentSession } from './session.presenter.ts';
import { listSessionsOf } from './sessions.query.ts';

export function mountAuthRoutes(endpoints: EndpointRouter, { config, limits }: AppContext): void {
  endpoints.mount(signIn, async ({ db, body, address, ctx }) => {
    try {
      const proven = proveSignIn(config, {
        telegramId: body.telegram_id,
        username: body.username,
        firstName: body.first_name,
        lastName: body.last_name,
        initData: body.init_data,
        widget: body.widget,
        browser: describeBrowser(ctx.get('User-Agent'), body.init_data ? 'Telegram' : undefined),
      });
      await limits.new_session.consume(proven.person.telegramId);
      const { sessionToken, telegramId, userId, wasPromoted } = await inTransaction(db, (db) =>
        startSession(db, config, proven),
      );
      logSecurityEvent(ctx, 'session.started', userId);
      if (wasPromoted) logSecurityEvent(ctx, 'user.promoted', null, { targetUserId: userId });
      return { session_token: sessionToken, telegram_id: telegramId };
    } catch (error) {
      // Counted after the proof was looked at: a good one gets in, whatever others at its address have tried.
      if (error instanceof HttpError && error.status === 401) await limits.refused_sign_in.consume(address);
      throw error;
    }
  });

  endpoints.mount(me, async ({ db, user }) => {
    const [row] = await findCurrentUser(db, [user.id]);
    if (!row) throw unauthorized('auth.invalid', 'Your session has ended. Please sign in again.');
    return presentCurrentUser(row);
  });

  endpoints.mount(signOut, async ({ db, user, ctx }) => {
    await endSession(db, user.sessionHash);
    logSecurityEvent(ctx, 'session.ended', user.id);
  });

  endpoints.mount(listSessions, async ({ db, user }) => ({
    sessions: (await listSessionsOf(db, [user.id, user.sessionHash])).map(presentSession),
  }));

  endpoints.mount(endSessionEndpoint, async ({ db, user, params, ctx }) => {
    await endSessionOf(db, user.id, params.id);
    logSecurityEvent(ctx, 'session.ended', user.id);
  });
}
