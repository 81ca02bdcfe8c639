import {
  endUserSessions,
  exportUsers,
  getUser,
  getUserActivity,
  listUserActs,
  listUsers,
  updateUser,
} from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { issueTicket } from '../exports/tickets.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { logSecurityEvent } from '../http/securityEvents.ts';
import { presentAct } from './act.presenter.ts';
import { presentActivity } from './activity.presenter.ts';
import { countActivity, listActivityAssistants, listActivityPages, listActivityTasks } from './activity.query.ts';
import { listActRows } from './acts.query.ts';
import * as users from './adminUsers.service.ts';
import { userNotFound } from './lockForAct.ts';
import { presentAdminUser } from './user.presenter.ts';
import { listUsersText } from './userLists.query.ts';
import { findUserRow } from './users.query.ts';
import { usersExport } from './usersExport.ts';

/** What admins see of users and do to them. */
export function mountAdminUsersRoutes(endpoints: EndpointRouter, app: AppContext): void {
  const { dataSource, pool } = app;
  const userRow = async (telegramId: string) => {
    const [user] = await findUserRow(pool, [telegramId]);
    if (!user) throw userNotFound();
    return user;
  };

  endpoints.mount(listUsers, () => listUsersText(pool));
  endpoints.mount(exportUsers, ({ user, body }) => issueTicket(app, user.id, usersExport, body));
  endpoints.mount(getUser, async ({ params }) => presentAdminUser(await userRow(params.telegramId)));

  endpoints.mount(updateUser, async ({ user, params, body, ctx }) => {
    const acting = { adminId: user.id, telegramId: params.telegramId };
    const changed = await inTransaction(dataSource, (manager) => users.setUserFlag(manager, acting, body));
    if (changed.act) logSecurityEvent(ctx, `user.${changed.act}`, user.id, { targetUserId: changed.user.id });
    return presentAdminUser(changed.user);
  });

  endpoints.mount(endUserSessions, async ({ user, params, ctx }) => {
    const acting = { adminId: user.id, telegramId: params.telegramId };
    const { ended, targetId } = await inTransaction(dataSource, (manager) => users.endUserSessions(manager, acting));
    if (ended > 0) logSecurityEvent(ctx, 'session.ended', user.id, { targetUserId: targetId });
    return { message: `${ended} session${ended === 1 ? '' : 's'} ended.`, ended };
  });

  endpoints.mount(listUserActs, async ({ params }) => {
    const { id } = await userRow(params.telegramId);
    return { acts: (await listActRows(pool, [id])).map(presentAct) };
  });

  endpoints.mount(getUserActivity, async ({ params }) => {
    const { id } = await userRow(params.telegramId);
    const [[counts], pages, tasks, assistants] = await Promise.all([
      countActivity(pool, [id]),
      listActivityPages(pool, [id]),
      listActivityTasks(pool, [id]),
      listActivityAssistants(pool, [id]),
    ]);
    if (!counts) throw new Error('an aggregate answered no row');
    return presentActivity({ counts, pages, tasks, assistants });
  });
}
