import {
  adjustCredits,
  getStats,
  getUser,
  getUserActivity,
  listCreditUsers,
  listUsers,
  updateUser,
} from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import { presentTransaction } from '../credits/credits.presenter.ts';
import * as credits from '../credits/credits.service.ts';
import { inTransaction } from '../database/transaction.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { mountAdminPostingsRoutes } from '../postings/adminPostings.routes.ts';
import { presentActivity } from './activity.presenter.ts';
import { countActivity, listActivityAssistants, listActivityPages, listActivityTasks } from './activity.query.ts';
import { readIdempotencyKey } from './idempotencyKey.ts';
import { presentStats } from './stats.presenter.ts';
import { countAssistantsByFacts, countPostingsByStatus, countTasksByStatus, countTotals } from './stats.query.ts';
import { presentAdminUser, presentCreditUser } from './user.presenter.ts';
import { findUserRow, listCreditUserRows, listUserRows } from './users.query.ts';
import { setUserFlag, userNotFound } from './users.service.ts';

/** Every call of the admin area. */
export function mountAdminRoutes(endpoints: EndpointRouter, app: AppContext): void {
  const { dataSource, pool } = app;
  const userRow = async (telegramId: string) => {
    const [user] = await findUserRow(pool, [telegramId]);
    if (!user) throw userNotFound();
    return user;
  };

  endpoints.mount(getStats, async () => {
    const [[totals], tasks, assistants, postings] = await Promise.all([
      countTotals(pool, []),
      countTasksByStatus(pool, []),
      countAssistantsByFacts(pool, []),
      countPostingsByStatus(pool, []),
    ]);
    if (!totals) throw new Error('an aggregate answered no row');
    return presentStats({ totals, tasks, assistants, postings });
  });

  endpoints.mount(listUsers, async () => (await listUserRows(pool, [])).map(presentAdminUser));
  endpoints.mount(getUser, async ({ params }) => presentAdminUser(await userRow(params.telegramId)));
  endpoints.mount(updateUser, async ({ user, params, body }) =>
    presentAdminUser(
      await setUserFlag(dataSource, { adminTelegramId: user.telegramId, telegramId: params.telegramId, update: body }),
    ),
  );

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

  endpoints.mount(listCreditUsers, async () => (await listCreditUserRows(pool, [])).map(presentCreditUser));
  endpoints.mount(adjustCredits, async ({ user, body, ctx }) => {
    const idempotencyKey = readIdempotencyKey(ctx);
    const { id: userId } = await userRow(body.user_id);
    const { amount, transaction_type: type, description } = body;
    const booked = await inTransaction(dataSource, (manager) =>
      credits.adjustCredits(manager, { userId, adminId: user.id, amount, type, description, idempotencyKey }),
    );
    return {
      message: `Credits ${amount > 0 ? 'added' : 'taken'}: ${Math.abs(amount)}.`,
      credits_balance: booked.balance_after,
      transaction: presentTransaction(booked),
    };
  });

  mountAdminPostingsRoutes(endpoints, app);
}
