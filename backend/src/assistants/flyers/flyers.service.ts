import { MAX_FLYERS_PER_ASSISTANT } from '@flyerdeck/contracts';
import { IsNull, MoreThan } from 'typeorm';
import { type Db, sql } from '../../database/statement.ts';
import type { FileStore } from '../../files/fileStore.ts';
import { deleteUnusedFiles } from '../../files/files.query.ts';
import { addFlyerFile, checkImage, putImage, type StoredImage } from '../../files/files.service.ts';
import { conflict, unprocessable } from '../../server/http/errors.ts';
import type { Assistant } from '../assistant.entity.ts';
import { findAssistant, lockAssistant } from '../assistants.service.ts';
import { Task } from '../tasks/task.entity.ts';
import { taskNotFound } from '../tasks/tasks.query.ts';

/** No rows beyond MAX_FLYERS_PER_ASSISTANT. The caller has locked the assistant, because concurrent calls would use the same positions. */
const insertFlyers = sql<
  { id: string },
  [ownerId: string, assistantId: string, fileIds: readonly string[], descriptions: readonly string[]]
>(
  `INSERT INTO tasks (owner_id, assistant_id, file_id, description, sequence_order)
   SELECT $1::uuid, $2::uuid, flyer.file_id, flyer.description, present.next + flyer.position - 1
   FROM unnest($3::uuid[], $4::text[]) WITH ORDINALITY AS flyer (file_id, description, position)
   CROSS JOIN (
     SELECT count(*) AS flyers, coalesce(max(sequence_order) + 1, 0) AS next
     FROM tasks WHERE assistant_id = $2 AND archived_at IS NULL
   ) present
   WHERE present.flyers + cardinality($3::uuid[]) <= ${MAX_FLYERS_PER_ASSISTANT}
   ORDER BY flyer.position
   RETURNING id`,
);

/** Positions start at 0. The caller has checked that the tasks are all flyers of one assistant. */
const orderFlyers = sql<never, [taskIds: readonly string[]]>(
  `UPDATE tasks t SET sequence_order = o.position - 1, updated_at = now()
   FROM unnest($1::uuid[]) WITH ORDINALITY AS o (id, position)
   WHERE t.id = o.id AND t.sequence_order <> o.position - 1`,
);

export interface NewFlyer {
  /** One at a time, because together the images may have 200 MB. */
  read(): Promise<Buffer>;
  /** Given by the client; only for error messages. */
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

/** Called before anything is read or stored; checked again under the lock. */
export async function refuseUnlessChangeable(
  db: Db,
  { ownerId, assistantId, more }: { ownerId: string; assistantId: string; more: number },
): Promise<void> {
  refuseUnlessWaiting(await findAssistant(db, ownerId, assistantId));
  const flyers = await db.countBy(Task, { assistantId, archivedAt: IsNull() });
  if (flyers + more > MAX_FLYERS_PER_ASSISTANT) throw tooManyFlyers();
}

/** One call at a time changes the flyers, and never while the assistant is being queued. */
async function lockWaitingAssistant(db: Db, ownerId: string, assistantId: string): Promise<void> {
  refuseUnlessWaiting(await lockAssistant(db, ownerId, assistantId));
}

/** Locks the assistant's row. */
async function lockFlyer(db: Db, { ownerId, taskId }: OwnTask): Promise<Task> {
  const find = async () => {
    const task = await db.findOneBy(Task, { id: taskId, ownerId, archivedAt: IsNull() });
    if (!task) throw taskNotFound();
    return task;
  };
  await lockWaitingAssistant(db, ownerId, (await find()).assistantId);
  // Read again: another call that held the lock may have removed or moved the flyer.
  return find();
}

interface StoredFlyer {
  readonly image: StoredImage;
  readonly description: string;
}

/** Outside of any transaction. `count` gets the size of each image before it is written. */
export async function storeFlyers(
  store: FileStore,
  flyers: readonly NewFlyer[],
  count: (bytes: number) => Promise<void> = async () => undefined,
): Promise<StoredFlyer[]> {
  const stored: StoredFlyer[] = [];
  for (const { read, fileName, description } of flyers) {
    const checked = await checkImage(await read(), `'${fileName}'`);
    await count(checked.bytes.length);
    const image = await putImage(store, checked);
    stored.push({ image, description });
  }
  return stored;
}

interface Flyers<Flyer> {
  readonly ownerId: string;
  readonly assistantId: string;
  readonly flyers: readonly Flyer[];
}

/** Returns the tasks' ids in the given order. The files are stored and belong to the owner. */
export async function addFlyers(
  db: Db,
  { ownerId, assistantId, flyers }: Flyers<{ readonly fileId: string; readonly description: string }>,
): Promise<string[]> {
  await lockWaitingAssistant(db, ownerId, assistantId);
  const fileIds = flyers.map(({ fileId }) => fileId);
  const descriptions = flyers.map(({ description }) => description);
  const tasks = await insertFlyers(db, [ownerId, assistantId, fileIds, descriptions]);
  if (tasks.length === 0) throw tooManyFlyers();
  return tasks.map(({ id }) => id);
}

/** Returns the tasks' ids in the given order. */
export async function addStoredFlyers(db: Db, { flyers, ...assistant }: Flyers<StoredFlyer>): Promise<string[]> {
  const withFiles: { fileId: string; description: string }[] = [];
  for (const { image, description } of flyers) {
    withFiles.push({ fileId: await addFlyerFile(db, assistant.ownerId, image), description });
  }
  return addFlyers(db, { ...assistant, flyers: withFiles });
}

export async function editFlyer(
  db: Db,
  { description, ...task }: OwnTask & { readonly description: string },
): Promise<void> {
  await lockFlyer(db, task);
  await db.update(Task, task.taskId, { description, updatedAt: () => 'now()' });
}

export async function removeFlyer(db: Db, task: OwnTask): Promise<void> {
  const { assistantId, fileId, sequenceOrder } = await lockFlyer(db, task);
  await db.delete(Task, task.taskId);
  const behind = { assistantId, archivedAt: IsNull(), sequenceOrder: MoreThan(sequenceOrder) };
  await db.decrement(Task, behind, 'sequenceOrder', 1);
  if (fileId) await deleteUnusedFiles(db, [fileId]);
}

export const orderMismatch = () =>
  unprocessable('task.order_mismatch', 'The new order must name every flyer of the assistant exactly once.');

/** `taskIds` has every flyer that is not archived exactly once. */
export async function reorderFlyers(
  db: Db,
  { ownerId, assistantId, taskIds }: { ownerId: string; assistantId: string; taskIds: readonly string[] },
): Promise<void> {
  const order = taskIds.map((id) => id.toLowerCase());
  await lockWaitingAssistant(db, ownerId, assistantId);
  const active = await db.find(Task, { select: { id: true }, where: { assistantId, archivedAt: IsNull() } });
  const named = new Set(order);
  if (named.size !== order.length || order.length !== active.length || !active.every(({ id }) => named.has(id))) {
    throw orderMismatch();
  }
  await orderFlyers(db, [order]);
}
