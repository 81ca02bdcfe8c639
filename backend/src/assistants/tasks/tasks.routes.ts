import { archiveFinalized, getTask, listTasks, retryTask } from '@flyerdeck/contracts';
import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/statement.ts';
import { enqueueJob } from '../../jobs/enqueue.query.ts';
import { retryMessage, retryPostings, settleAsLive } from '../../postings/retry/retryPostings.ts';
import type { EndpointRouter, SignedInUser } from '../../server/http/mountEndpoint.ts';
import {
  archiveFinished,
  findTask,
  findTaskOwner,
  listPostingSteps,
  listTaskPostings,
  listTasksByStatus,
  presentTaskPosting,
  presentTimeline,
  taskNotFound,
} from './tasks.query.ts';

/** Users can read their own tasks, admins all. */
async function readerOf(db: Db, { id, isAdmin }: SignedInUser, taskId: string) {
  if (!isAdmin) return { ownerId: id, owner: null };
  const [found] = await findTaskOwner(db, [taskId]);
  if (!found) throw taskNotFound();
  const { id: ownerId, ...owner } = found;
  return { ownerId, owner };
}

export function mountTasksRoutes(endpoints: EndpointRouter, { config: { creatorSiteOrigin } }: AppContext): void {
  endpoints.mount(listTasks, ({ db, user, query }) => listTasksByStatus(db, user.id, query.status?.split(',') ?? []));

  endpoints.mount(getTask, async ({ db, user, params: { id }, query: { posting_id: postingId = null } }) => {
    const { ownerId, owner } = await readerOf(db, user, id);
    const [task, postings, steps] = await Promise.all([
      findTask(db, ownerId, id),
      listTaskPostings(db, [ownerId, id, postingId]),
      postingId && listPostingSteps(db, [ownerId, postingId]),
    ]);
    return {
      ...task,
      page_postings: postings.map((row) => presentTaskPosting(row, creatorSiteOrigin)),
      ...(steps && { timeline: postings.flatMap((row) => presentTimeline(row, steps)) }),
      ...(owner && { owner }),
    };
  });

  endpoints.mountInTransaction(retryTask, async ({ db, user, params, body }) => {
    const of = { ownerId: user.id, taskId: params.id, postingIds: body?.page_posting_ids ?? null };
    if (body?.live_since) return { message: await settleAsLive(db, { ...of, since: body.live_since }), retried: 0 };
    const retry = await retryPostings(db, { ...of, confirmUnconfirmed: body?.confirm_unconfirmed ?? false });
    return { message: retryMessage(retry), retried: retry.owners.length };
  });

  endpoints.mountInTransaction(archiveFinalized, async ({ db, user }) => {
    const tasks = await archiveFinished(db, [user.id]);
    const task_ids = tasks.map(({ id }) => id);
    if (task_ids.length > 0) await enqueueJob(db, 'archive_postings', { owner_id: user.id, task_ids });
    return { message: 'Finalized tasks cleared successfully.', archived: tasks.length };
  });
}
