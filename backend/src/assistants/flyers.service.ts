import { MAX_FLYERS_PER_ASSISTANT } from '@flyerdeck/contracts';
import { type DataSource, type EntityManager, IsNull } from 'typeorm';
import { inTransaction } from '../database/transaction.ts';
import type { FileStore } from '../files/fileStore.ts';
import { deleteUnusedFile } from '../files/files.query.ts';
import { addFlyerFile, checkImage, putImage, type StoredImage } from '../files/files.service.ts';
import { conflict, notFound, unprocessable } from '../http/errors.ts';
import { Task } from '../tasks/task.entity.ts';
import type { Assistant } from './assistant.entity.ts';
import { findAssistant, lockAssistant } from './assistants.service.ts';

export interface NewFlyer {
  /** One at a time is read, checked and stored: together they may have 200 MB. */
  read(): Promise<Buffer>;
  /** As the sender called the file: names it in a refusal, and nothing else. */
  readonly fileName: string;
  readonly description: string;
}

interface OwnTask {
  readonly ownerId: string;
  readonly taskId: string;
}

function refuseUnlessWaiting(assistant: Assistant): void {
  if (assistant.queuedAt === null) return;
  throw conflict('assistant.not_waiting', 'Flyers can only be changed while the assistant is waiting.');
}

const tooManyFlyers = () =>
  unprocessable(
    'assistant.too_many_flyers',
    `An assistant has at most ${MAX_FLYERS_PER_ASSISTANT} flyers. Put the others into another one.`,
  );

/**
 * Whether so many flyers could be added now; asked before anything is read or stored, and again under the lock.
 * Throws 404 assistant.not_found, 409 assistant.not_waiting, 422 assistant.too_many_flyers.
 */
export async function refuseUnlessChangeable(
  manager: EntityManager,
  { ownerId, assistantId, more }: { ownerId: string; assistantId: string; more: number },
): Promise<void> {
  refuseUnlessWaiting(await findAssistant(manager, ownerId, assistantId));
  const flyers = await manager.countBy(Task, { assistantId, archivedAt: IsNull() });
  if (flyers + more > MAX_FLYERS_PER_ASSISTANT) throw tooManyFlyers();
}

/** Locks the assistant, so that its flyers are changed one after the other and never while it is being queued. */
async function lockWaitingAssistant(manager: EntityManager, ownerId: string, assistantId: string): Promise<void> {
  refuseUnlessWaiting(await lockAssistant(manager, ownerId, assistantId));
}

/** Throws 404 task.not_found, 409 assistant.not_waiting; returns the assistant's id, its row locked. */
async function lockAssistantOfTask(manager: EntityManager, { ownerId, taskId }: OwnTask): Promise<string> {
  const [task] = await manager.query<{ assistant_id: string }[]>(
    'SELECT assistant_id FROM tasks WHERE id = $1 AND owner_id = $2 AND archived_at IS NULL',
    [taskId, ownerId],
  );
  if (!task) throw taskNotFound();
  await lockWaitingAssistant(manager, ownerId, task.assistant_id);
  return task.assistant_id;
}

export const taskNotFound = () => notFound('task.not_found', 'There is no such task.');

/**
 * Puts one flyer behind the others of a waiting assistant; returns the task's id. The file is the owner's and stored.
 * Throws 404 assistant.not_found, 409 assistant.not_waiting, 422 assistant.too_many_flyers.
 */
export async function addFlyer(
  manager: EntityManager,
  flyer: { ownerId: string; assistantId: string; fileId: string; description: string },
): Promise<string> {
  await lockWaitingAssistant(manager, flyer.ownerId, flyer.assistantId);
  const [task] = await manager.query<{ id: string }[]>(
    `INSERT INTO tasks (owner_id, assistant_id, file_id, description, sequence_order)
     SELECT $1, $2, $3, $4, coalesce(max(sequence_order) + 1, 0)
     FROM tasks WHERE assistant_id = $2 AND archived_at IS NULL HAVING count(*) < ${MAX_FLYERS_PER_ASSISTANT}
     RETURNING id`,
    [flyer.ownerId, flyer.assistantId, flyer.fileId, flyer.description],
  );
  if (!task) throw tooManyFlyers();
  return task.id;
}

/**
 * Adds flyers in the given order, all or none; returns the tasks' ids.
 * Throws as addFlyer does, 413 file.too_large or 415 file.not_an_image for the first picture that won't do, and 422
 * file.quota_exceeded.
 */
export async function addFlyers(
  dataSource: DataSource,
  store: FileStore,
  { ownerId, assistantId, flyers }: { ownerId: string; assistantId: string; flyers: readonly NewFlyer[] },
): Promise<string[]> {
  await refuseUnlessChangeable(dataSource.manager, { ownerId, assistantId, more: flyers.length });
  const stored: { image: StoredImage; description: string }[] = [];
  for (const { read, fileName, description } of flyers) {
    const image = await putImage(store, await checkImage(await read(), `'${fileName}'`));
    stored.push({ image, description });
  }
  return inTransaction(dataSource, async (manager) => {
    const taskIds: string[] = [];
    for (const { image, description } of stored) {
      const fileId = await addFlyerFile(manager, ownerId, image);
      taskIds.push(await addFlyer(manager, { ownerId, assistantId, fileId, description }));
    }
    return taskIds;
  });
}

/** Throws 404 task.not_found, 409 assistant.not_waiting. */
export async function editFlyer(
  dataSource: DataSource,
  { description, ...task }: OwnTask & { readonly description: string },
): Promise<void> {
  await inTransaction(dataSource, async (manager) => {
    await lockAssistantOfTask(manager, task);
    const [, edited] = await manager.query<[unknown[], number]>(
      'UPDATE tasks SET description = $2, updated_at = now() WHERE id = $1',
      [task.taskId, description],
    );
    // Removed by somebody who held the lock just before us.
    if (edited === 0) throw taskNotFound();
  });
}

/** Removes a flyer and its picture; those behind it move up. Throws 404 task.not_found, 409 assistant.not_waiting. */
export async function removeFlyer(dataSource: DataSource, task: OwnTask): Promise<void> {
  await inTransaction(dataSource, async (manager) => {
    const assistantId = await lockAssistantOfTask(manager, task);
    const [[removed]] = await manager.query<[{ sequence_order: number; file_id: string | null }[], number]>(
      'DELETE FROM tasks WHERE id = $1 RETURNING sequence_order, file_id',
      [task.taskId],
    );
    if (!removed) throw taskNotFound();
    await manager.query(
      `UPDATE tasks SET sequence_order = sequence_order - 1
       WHERE assistant_id = $1 AND archived_at IS NULL AND sequence_order > $2`,
      [assistantId, removed.sequence_order],
    );
    if (removed.file_id) await deleteUnusedFile(manager, removed.file_id);
  });
}

/**
 * Puts an assistant's flyers in the order of `taskIds`, which must name every active one once: else 422
 * task.order_mismatch. Throws 404 assistant.not_found, 409 assistant.not_waiting.
 */
export async function reorderFlyers(
  dataSource: DataSource,
  { ownerId, assistantId, taskIds }: { ownerId: string; assistantId: string; taskIds: readonly string[] },
): Promise<void> {
  const order = taskIds.map((id) => id.toLowerCase());
  await inTransaction(dataSource, async (manager) => {
    await lockWaitingAssistant(manager, ownerId, assistantId);
    const active = await manager.query<{ id: string }[]>(
      'SELECT id FROM tasks WHERE assistant_id = $1 AND archived_at IS NULL',
      [assistantId],
    );
    const named = new Set(order);
    if (named.size !== order.length || order.length !== active.length || !active.every(({ id }) => named.has(id))) {
      throw unprocessable('task.order_mismatch', 'The new order must name every flyer of the assistant exactly once.');
    }
    await manager.query(
      `UPDATE tasks t SET sequence_order = o.place - 1, updated_at = now()
       FROM unnest($1::uuid[]) WITH ORDINALITY AS o (id, place)
       WHERE t.id = o.id AND t.sequence_order <> o.place - 1`,
      [order],
    );
  });
}
