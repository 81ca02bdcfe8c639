import { join } from 'node:path';
import { deleteTask, reorderTasks, updateTask, uploadTasks } from '@flyerdeck/contracts';
import type { AppContext } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { checkQuota } from '../../files/files.service.ts';
import type { EndpointRouter } from '../../server/http/mountEndpoint.ts';
import { findTask, findTasks, listTasksOfAssistant } from '../tasks/tasks.query.ts';
import {
  addStoredFlyers,
  editFlyer,
  refuseUnlessChangeable,
  removeFlyer,
  reorderFlyers,
  storeFlyers,
} from './flyers.service.ts';
import { createFlyerForm, flyersOf } from './flyers.upload.ts';
import { TemporaryFiles } from './temporaryFiles.ts';

export function mountFlyersRoutes(endpoints: EndpointRouter, context: AppContext): void {
  const { config, db, files, limits } = context;
  const readFlyerForm = createFlyerForm({
    temporaryFiles: new TemporaryFiles(join(config.dataDir, 'uploads')),
    rateLimit: limits.upload,
    async admit(userId, assistantId) {
      await refuseUnlessChangeable(db, { ownerId: userId, assistantId, more: 1 });
      await checkQuota(db, userId);
    },
  });
  endpoints.mount(
    uploadTasks,
    async ({ db, user, params, body, ctx }) => {
      const assistant = { ownerId: user.id, assistantId: params.id };
      const sent = flyersOf(ctx, body.descriptions);
      await refuseUnlessChangeable(db, { ...assistant, more: sent.length });
      const flyers = await storeFlyers(files, sent, (bytes) =>
        limits.upload_kilobytes.consume(user.id, Math.ceil(bytes / 1024)),
      );
      const added = await inTransaction(db, (db) => addStoredFlyers(db, { ...assistant, flyers }));
      return findTasks(db, user.id, added);
    },
    readFlyerForm,
  );

  endpoints.mountInTransaction(updateTask, async ({ db, user, params, body }) => {
    await editFlyer(db, { ownerId: user.id, taskId: params.id, description: body.description });
    return findTask(db, user.id, params.id);
  });

  endpoints.mountInTransaction(deleteTask, ({ db, user, params }) =>
    removeFlyer(db, { ownerId: user.id, taskId: params.id }),
  );

  endpoints.mountInTransaction(reorderTasks, async ({ db, user, params, body }) => {
    await reorderFlyers(db, { ownerId: user.id, assistantId: params.id, taskIds: body.task_ids });
    return (await listTasksOfAssistant(db, user.id, params.id, false)) ?? [];
  });
}
