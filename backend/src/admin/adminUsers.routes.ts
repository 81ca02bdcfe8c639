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
import { presentAdminUser } from './user.presenter.ts';
import { listUsersText } from './userLists.query.ts';
import * as users from './users.service.ts';
import { usersExport } from './usersExport.query.ts';

/** What admins see of users and do to them. */
export function mountAdminUsersRoutes(endpoints: EndpointRouter, app: AppContext): void {
  const { db } = app;

  endpoints.mount(listUsers, () => listUsersText(db));
  endpoints.mount(exportUsers, ({ user, body }) => issueTicket(app, user.id, usersExport, body));
  endpoints.mount(getUser, async ({ params }) => presentAdminUser(await users.findUser(db, params.telegramId)));

  endpoints.mount(updateUser, async ({ user, params, body, ctx }) => {
    const acting = { adminId: user.id, telegramId: params.telegramId };
    const changed = await inTransaction(db, (db) => users.setUserFlag(db, acting, body));
    if (changed.act) logSecurityEvent(ctx, `user.${changed.act}`, user.id, { targetUserId: changed.user.id });
    return presentAdminUser(changed.user);
  });

  endpoints.mount(endUserSessions, async ({ user, params, ctx }) => {
    const acting = { adminId: user.id, telegramId: params.telegramId };
    const { ended, targetId } = await inTransaction(db, (db) => users.endUserSessions(db, acting));
    if (ended > 0) logSecurityEvent(ctx, 'session.ended', user.id, { targetUserId: targetId });
    return { message: `${ended} session${ended === 1 ? '' : 's'} ended.`, ended };
  });

  endpoints.mount(listUserActs, async ({ params }) => {
    const { id } = await users.findUser(db, params.telegramId);
    return { acts: (await listActRows(db, [id])).map(presentAct) };
  });

  endpoints.mount(getUserActivity, async ({ params }) => {
    const { id } = await users.findUser(db, params.telegramId);
    const [[counts], pages, tasks, assistants] = await Promise.all([
      countActivity(db, [id]),
      listActivityPages(db, [id]),
      listActivityTasks(db, [id]),
      listActivityAssistants(db, [id]),
    ]);
    if (!counts) throw new Error('an aggregate answered no row');
    return presentActivity({ counts, pages, tasks, assistants });
  });
}
