import {
  ACTIVITY_SHOWN,
  endUserSessions,
  getUser,
  getUserActivity,
  listUsers,
  setUsersActive,
  type UserActivity,
  updateUser,
} from '@flyerdeck/contracts';
import type { Context } from 'koa';
import type { Hint, Hints } from '../database/hints.ts';
import { isoTimeSql, oneRow, statement, statementWithIsoTimes } from '../database/statement.ts';
import { runnerJsonSql } from '../pages/pages.query.ts';
import type { EndpointRouter } from '../server/http/mountEndpoint.ts';
import { logSecurityEvent } from '../server/security/requestLog.ts';
import type { FlagEvent } from './adminUsers.service.ts';
import * as users from './adminUsers.service.ts';
import { findAdminUser, findAdminUserDetail, listAdminUsers } from './userLists.query.ts';

type Counts = Omit<UserActivity, 'pages' | 'tasks' | 'assistants'>;

export const countActivity = statement<Counts, [string]>(
  `SELECT (SELECT count(*) FROM pages WHERE owner_id = $1 AND unlinked_at IS NULL)::int AS pages_count,
     (SELECT count(*) FROM tasks WHERE owner_id = $1)::int AS tasks_count,
     (SELECT count(*) FROM assistants WHERE owner_id = $1)::int AS assistants_count,
     -- Joined through tasks: page_postings has an index by task, but none by owner.
     (SELECT count(*) FROM tasks t JOIN page_postings p ON p.task_id = t.id WHERE t.owner_id = $1)::int AS page_postings_count`,
);

const listActivityPages = statement<UserActivity['pages'][number], [string]>(
  `SELECT guid, username, ${runnerJsonSql(`, 'last_contact_at', ${isoTimeSql('r.last_contact_at')}`)} AS runner
   FROM pages WHERE owner_id = $1 AND unlinked_at IS NULL
   ORDER BY linked_at DESC, guid LIMIT ${ACTIVITY_SHOWN}`,
);

export const listActivityTasks = statementWithIsoTimes<UserActivity['tasks'][number], [string]>(
  `SELECT t.id, t.created_at, status_now(t.stored_status, t.posting_count,
     t.id IN (SELECT task_id FROM next_tasks WHERE owner_id = $1),
     (SELECT is_posting_active FROM users WHERE id = $1)) AS status
   FROM tasks t WHERE t.owner_id = $1 ORDER BY t.created_at DESC, t.id LIMIT ${ACTIVITY_SHOWN}`,
);

/** Includes deleted assistants, because they are part of the user's history. */
export const listActivityAssistants = statement<UserActivity['assistants'][number], [string]>(
  `SELECT a.id, a.name, assistant_status(a.deleted_at, a.queued_at, a.pause_reason,
     s.pending, s.posting, s.posted, s.completed, s.failed,
     a.id IN (SELECT assistant_id FROM next_tasks WHERE owner_id = $1),
     (SELECT is_posting_active FROM users WHERE id = $1)) AS status
   FROM (SELECT * FROM assistants WHERE owner_id = $1 ORDER BY created_at DESC, id LIMIT ${ACTIVITY_SHOWN}) a
   CROSS JOIN LATERAL (
     SELECT coalesce(sum(pending_count), 0)::int AS pending, coalesce(sum(posting_count), 0)::int AS posting,
       coalesce(sum(posted_count), 0)::int AS posted, coalesce(sum(completed_count), 0)::int AS completed,
       coalesce(sum(failed_count), 0)::int AS failed
     FROM tasks WHERE assistant_id = a.id
   ) s
   ORDER BY a.created_at DESC, a.id`,
);

export function mountAdminUsersRoutes(endpoints: EndpointRouter, hints: Hints): void {
  const announce = (ctx: Context, event: FlagEvent, adminId: string, targetUserId: string) => {
    logSecurityEvent(ctx, `user.${event}`, adminId, { targetUserId });
    hints.send({ kind: 'sessions_ended', owner: targetUserId });
    hints.send({ kind: event === 'deactivated' ? 'deactivated' : 'work', owner: targetUserId } as Hint);
  };

  endpoints.mount(listUsers, ({ db, query }) => listAdminUsers(db, query.page));
  endpoints.mount(getUser, async ({ db, user, params }) => {
    const { id } = await users.viewUser(db, user.id, params.telegramId);
    return oneRow(findAdminUserDetail(db, [id]));
  });

  endpoints.mountInTransaction(updateUser, async ({ db, user, params, body, ctx, afterCommit }) => {
    const acting = { adminId: user.id, telegramId: params.telegramId };
    const { user: target, event } = await users.setUserFlag(db, acting, body);
    if (event) afterCommit(() => announce(ctx, event, user.id, target.id));
    return oneRow(findAdminUser(db, [target.id]));
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
