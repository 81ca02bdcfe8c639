import {
  archiveFinalized,
  getTask,
  listTasks,
  listTaskTimelines,
  retryTask,
  TIMELINES_SHOWN,
} from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import { notFound } from '../http/errors.ts';
import type { EndpointRouter, SignedInUser } from '../http/mountEndpoint.ts';
import { transaction } from '../http/transaction.ts';
import { retryPostings } from '../postings/retryPostings.ts';
import { presentOwner, presentTaskPosting, presentTimeline } from './task.presenter.ts';
import { findTask, findTaskOwner, listTaskPostings, listTasksByStatus } from './tasks.query.ts';
import { archiveFinalizedTasks } from './tasks.service.ts';
import { listTaskSteps, type StepRow } from './timelines.query.ts';

const taskNotFound = () => notFound('task.not_found', 'There is no such task.');

/** Whose task it is to be looked for: a user's own, an admin's whoever owns it. Throws 404 task.not_found. */
async function readerOf(db: Db, { id, isAdmin }: SignedInUser, taskId: string) {
  if (!isAdmin) return { ownerId: id, owner: null };
  const [owner] = await findTaskOwner(db, [taskId]);
  if (!owner) throw taskNotFound();
  return { ownerId: owner.id, owner };
}

export function mountTasksRoutes(endpoints: EndpointRouter): void {
  endpoints.mount(listTasks, ({ db, user, query }) => listTasksByStatus(db, user.id, query.status?.split(',') ?? []));

  endpoints.mount(getTask, async ({ db, user, params: { id } }) => {
    const reader = await readerOf(db, user, id);
    const [task, postings] = await Promise.all([
      findTask(db, reader.ownerId, id),
      listTaskPostings(db, [reader.ownerId, id, null, null]),
    ]);
    if (!task) throw taskNotFound();
    const { owner } = reader;
    return { ...task, page_postings: postings.map(presentTaskPosting), ...(owner && { owner: presentOwner(owner) }) };
  });

  endpoints.mount(listTaskTimelines, async ({ db, user, params: { id }, query: { posting_id: postingId = null } }) => {
    const { ownerId } = await readerOf(db, user, id);
    const [task, postings, steps] = await Promise.all([
      findTask(db, ownerId, id),
      listTaskPostings(db, [ownerId, id, postingId, TIMELINES_SHOWN]),
      listTaskSteps(db, [ownerId, id, postingId]),
    ]);
    if (!task) throw taskNotFound();
    const stepsOf = new Map<string, StepRow[]>(postings.map((posting) => [posting.id, []]));
    for (const step of steps) stepsOf.get(step.posting_id)?.push(step);
    return { timelines: postings.map((row) => presentTimeline(row, stepsOf.get(row.id) ?? [])) };
  });

  endpoints.mount(
    retryTask,
    transaction(async ({ db, user, params, body }) => {
      const retried = await retryPostings(db, {
        ownerId: user.id,
        taskId: params.id,
        postingIds: body?.page_posting_ids ?? null,
        confirmUnconfirmed: body?.confirm_unconfirmed ?? false,
      });
      return {
        message:
          retried === 0 ? 'Nothing to retry.' : `${retried} posting${retried === 1 ? '' : 's'} put back in line.`,
        retried,
      };
    }),
  );

  endpoints.mount(
    archiveFinalized,
    transaction(async ({ db, user }) => ({
      message: 'Finalized tasks cleared successfully.',
      archived: await archiveFinalizedTasks(db, user.id),
    })),
  );
}
