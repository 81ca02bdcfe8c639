import { archiveFinalized, getTask, listTasks, retryTask } from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { notFound } from '../http/errors.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { retryPostings } from '../postings/retryPostings.ts';
import { presentTaskPosting } from './task.presenter.ts';
import { findTask, listTaskPostings, listTasksByStatus } from './tasks.query.ts';
import { archiveFinalizedTasks } from './tasks.service.ts';

export function mountTasksRoutes(endpoints: EndpointRouter, { dataSource, pool }: AppContext): void {
  endpoints.mount(listTasks, ({ user, query }) => listTasksByStatus(pool, user.id, query.status?.split(',') ?? []));

  endpoints.mount(getTask, async ({ user, params }) => {
    const [task, postings] = await Promise.all([
      findTask(pool, user.id, params.id),
      listTaskPostings(pool, [user.id, params.id]),
    ]);
    if (!task) throw notFound('task.not_found', 'There is no such task.');
    return { ...task, page_postings: postings.map(presentTaskPosting) };
  });

  endpoints.mount(retryTask, async ({ user, params, body }) => {
    const retried = await inTransaction(dataSource, (manager) =>
      retryPostings(manager, {
        ownerId: user.id,
        taskId: params.id,
        postingIds: body?.page_posting_ids ?? null,
        confirmUnconfirmed: body?.confirm_unconfirmed ?? false,
      }),
    );
    return {
      message: retried === 0 ? 'Nothing to retry.' : `${retried} posting${retried === 1 ? '' : 's'} put back in line.`,
      retried,
    };
  });

  endpoints.mount(archiveFinalized, async ({ user }) => {
    const archived = await inTransaction(dataSource, (manager) => archiveFinalizedTasks(manager, user.id));
    return { message: 'Finalized tasks cleared successfully.', archived };
  });
}
