import { endSession as endSessionEndpoint, listSessions, me, signIn, signOut } from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import { browserOf } from '../http/browserOf.ts';
import { notFound, unauthorized } from '../http/errors.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { findCurrentUser } from './auth.query.ts';
import { endSession, startSession } from './auth.service.ts';
import { presentCurrentUser } from './currentUser.presenter.ts';
import { presentSession } from './session.presenter.ts';
import { endSessionOf, listSessionsOf } from './sessions.query.ts';

export function mountAuthRoutes(endpoints: EndpointRouter, { config, dataSource, limits, pool }: AppContext): void {
  endpoints.mount(signIn, async ({ body, address, ctx }) => {
    await limits.signIn.consume(address);
    const { sessionToken, telegramId } = await startSession(dataSource, config, {
      telegramId: body.telegram_id,
      username: body.username,
      firstName: body.first_name,
      lastName: body.last_name,
      initData: body.init_data,
      widget: body.widget,
      browser: browserOf(ctx.get('User-Agent'), body.init_data ? 'Telegram' : undefined),
    });
    return { session_token: sessionToken, telegram_id: telegramId };
  });

  endpoints.mount(me, async ({ user }) => {
    const [row] = await findCurrentUser(pool, [user.id]);
    if (!row) throw unauthorized('auth.invalid', 'Your session has ended. Please sign in again.');
    return presentCurrentUser(row);
  });

  endpoints.mount(signOut, async ({ user }) => {
    await endSession(pool, user.sessionHash);
  });

  endpoints.mount(listSessions, async ({ user }) => ({
    sessions: (await listSessionsOf(pool, [user.id, user.sessionHash])).map(presentSession),
  }));

  endpoints.mount(endSessionEndpoint, async ({ user, params }) => {
    const [ended] = await endSessionOf(pool, [user.id, params.id]);
    if (!ended) throw notFound('session.not_found', 'This session has ended already.');
  });
}
