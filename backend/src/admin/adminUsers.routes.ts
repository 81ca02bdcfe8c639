import { endUserSessions, getUser, getUserActivity, listUsers, setUsersActive, updateUser } from '@flyerdeck/contracts';
import type { Context } from 'koa';
import type { Hint, Hints } from '../database/hints.ts';
import { oneRow } from '../database/statement.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { logSecurityEvent } from '../http/requestLog.ts';
import { countActivity, listActivityAssistants, listActivityPages, listActivityTasks } from './activity.query.ts';
import type { FlagEvent } from './adminUsers.service.ts';
import * as users from './adminUsers.service.ts';
import { presentAdminUser, presentAdminUserDetail } from './user.presenter.ts';
import { listUsersJson } from './userLists.query.ts';

export function mountAdminUsersRoutes(endpoints: EndpointRouter, hints: Hints): void {
  const announce = (ctx: Context, event: FlagEvent, adminId: string, targetUserId: string) => {
    logSecurityEvent(ctx, `user.${event}`, adminId, { targetUserId });
    hints.send({ kind: 'sessions_ended', owner: targetUserId });
    hints.send({ kind: event === 'deactivated' ? 'deactivated' : 'work', owner: targetUserId } as Hint);
  };

  endpoints.mount(listUsers, ({ db, query }) => listUsersJson(db, query.page));
  endpoints.mount(getUser, async ({ db, user, params }) =>
    presentAdminUserDetail(await users.viewUser(db, user.id, params.telegramId)),
  );

  endpoints.mountInTransaction(updateUser, async ({ db, user, params, body, ctx, afterCommit }) => {
    const acting = { adminId: user.id, telegramId: params.telegramId };
    const { user: target, event } = await users.setUserFlag(db, acting, body);
    if (event) afterCommit(() => announce(ctx, event, user.id, target.id));
    return presentAdminUser(target);
  });

  endpoints.mountInTransaction(setUsersActive, async ({ db, user, body, ctx, afterCommit }) => {
    const changed = await users.setUsersActive(db, user.id, body);
    const event = body.is_active ? 'activated' : 'deactivated';
    afterCommit(() => {
      for (const id of changed) announce(ctx, event, user.id, id);
    });
    return { message: `${changed.length} user${changed.length === 1 ? '' : 's'} ${event}.` };
  });

  endpoints.mountInTransaction(endUserSessions, async ({ db, user, params, ctx, afterCommit }) => {
    const acting = { adminId: user.id, telegramId: params.telegramId };
    const { ended, targetId } = await users.endUserSessions(db, acting);
    if (ended > 0) {
      afterCommit(() => {
        logSecurityEvent(ctx, 'session.ended', user.id, { targetUserId: targetId });
        hints.send({ kind: 'sessions_ended', owner: targetId });
      });
    }
    return { message: `${ended} session${ended === 1 ? '' : 's'} ended.`, ended };
  });

  endpoints.mount(getUserActivity, async ({ db, user, params }) => {
    const { id } = await users.viewUser(db, user.id, params.telegramId);
    const [counts, pages, tasks, assistants] = await Promise.all([
      oneRow(countActivity(db, [id])),
      listActivityPages(db, [id]),
      listActivityTasks(db, [id]),
      listActivityAssistants(db, [id]),
    ]);
    return { ...counts, pages, tasks, assistants };
  });
}
