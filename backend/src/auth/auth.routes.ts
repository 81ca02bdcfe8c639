import { me, signIn, signOut } from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import { unauthorized } from '../http/errors.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { logSecurityEvent } from '../http/securityEvents.ts';
import { findCurrentUser } from './auth.query.ts';
import { endSession, startSession } from './auth.service.ts';
import { presentCurrentUser } from './currentUser.presenter.ts';

export function mountAuthRoutes(endpoints: EndpointRouter, { config, dataSource, limits, pool }: AppContext): void {
  endpoints.mount(signIn, async ({ body, address, ctx }) => {
    await limits.signIn.consume(address);
    const { sessionToken, telegramId, userId, wasPromoted } = await startSession(dataSource, config, {
      telegramId: body.telegram_id,
      username: body.username,
      firstName: body.first_name,
      lastName: body.last_name,
      initData: body.init_data,
      widget: body.widget,
    });
    logSecurityEvent(ctx, 'session.started', userId);
    if (wasPromoted) logSecurityEvent(ctx, 'user.promoted', null, { targetUserId: userId });
    return { session_token: sessionToken, telegram_id: telegramId };
  });

  endpoints.mount(me, async ({ user }) => {
    const [row] = await findCurrentUser(pool, [user.id]);
    if (!row) throw unauthorized('auth.invalid', 'Your session has ended. Please sign in again.');
    return presentCurrentUser(row);
  });

  endpoints.mount(signOut, async ({ user, ctx }) => {
    await endSession(pool, user.sessionHash);
    logSecurityEvent(ctx, 'session.ended', user.id);
  });
}
