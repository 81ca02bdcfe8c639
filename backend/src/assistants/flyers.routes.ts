import { join } from 'node:path';
import { deleteTask, reorderTasks, updateTask, uploadTasks } from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import { refuseWithoutSpace } from '../files/files.service.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { findTask, listTasksOfAssistant } from '../tasks/tasks.query.ts';
import {
  addFlyers,
  editFlyer,
  refuseUnlessChangeable,
  removeFlyer,
  reorderFlyers,
  taskNotFound,
} from './flyers.service.ts';
import { createFlyerForm, flyersOf } from './flyers.upload.ts';
import { TemporaryFiles } from './temporaryFiles.ts';

/** Changing the flyers of a waiting assistant. */
export function mountFlyersRoutes(endpoints: EndpointRouter, context: AppContext): void {
  const { config, db, files, limits } = context;
  const readFlyerForm = createFlyerForm({
    temporaryFiles: new TemporaryFiles(join(config.dataDir, 'uploads')),
    rateLimit: limits.upload,
    async admit(userId, assistantId) {
      await refuseUnlessChangeable(db, { ownerId: userId, assistantId, more: 1 });
      await refuseWithoutSpace(db, userId);
    },
  });
  endpoints.mount(
    uploadTasks,
    async ({ user, params, body, ctx }) => {
      const flyers = flyersOf(ctx, body.descriptions);
      const added = await addFlyers(db, files, { ownerId: user.id, assistantId: params.id, flyers });
      const isNew = new Set(added);
      const tasks = await listTasksOfAssistant(db, user.id, params.id, false);
      return (tasks ?? []).filter((task) => isNew.has(task._id));
    },
    { before: [readFlyerForm] },
  );

  endpoints.mount(updateTask, async ({ user, params, body }) => {
    await editFlyer(db, { ownerId: user.id, taskId: params.id, description: body.description });
    const task = await findTask(db, user.id, params.id);
    if (!task) throw taskNotFound();
    return task;
  });

  endpoints.mount(deleteTask, async ({ user, params }) => {
    await removeFlyer(db, { ownerId: user.id, taskId: params.id });
  });

  endpoints.mount(reorderTasks, async ({ user, params, body }) => {
    await reorderFlyers(db, { ownerId: user.id, assistantId: params.id, taskIds: body.task_ids });
    return (await listTasksOfAssistant(db, user.id, params.id, false)) ?? [];
  });
}
