import { randomUUID } from 'node:crypto';
import { storeImage, uploadFlyers } from '../../test/asRoutes.ts';
import { buildAssistant, buildUser } from '../../test/factories.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { inTransaction } from '../database/transaction.ts';
import { jpeg, png } from '../files/images.fixture.ts';
import { createPostgresFileStore } from '../files/postgresFileStore.ts';
import { addFlyer, editFlyer, type NewFlyer, removeFlyer, reorderFlyers } from './flyers.service.ts';

const database = useTestDatabase();
const store = () => createPostgresFileStore(database.db);

const notWaiting = expect.objectContaining({
  status: 409,
  code: 'assistant.not_waiting',
  message: 'Flyers can only be changed while the assistant is waiting.',
});
const noTask = expect.objectContaining({ status: 404, code: 'task.not_found' });
const noAssistant = expect.objectContaining({ status: 404, code: 'assistant.not_found' });

async function waitingAssistant(flyers: string[] = []) {
  const owner = await buildUser(database.db);
  const { id, taskIds } = await buildAssistant(database.db, owner.id, { flyers });
  return { ownerId: owner.id, assistantId: id, taskIds };
}
const queue = (assistantId: string) =>
  database.db.query('UPDATE assistants SET queued_at = now() WHERE id = $1', [assistantId]);
const flyer = (bytes: Buffer, description = ''): NewFlyer => ({
  read: async () => bytes,
  description,
  fileName: 'flyer.png',
});
const add = (ownerId: string, assistantId: string, flyers: NewFlyer[]) =>
  uploadFlyers(database.db, store(), { ownerId, assistantId, flyers });
const orderOf = async (assistantId: string): Promise<[number, string][]> => {
  const rows: { sequence_order: number; description: string }[] = await database.db.query(
    'SELECT sequence_order, description FROM tasks WHERE assistant_id = $1 ORDER BY sequence_order, id',
    [assistantId],
  );
  return rows.map((row) => [row.sequence_order, row.description]);
};

describe('adding flyers', () => {
  it('adds them after the existing ones, in the given order', async () => {
    const { ownerId, assistantId } = await waitingAssistant(['a', 'b']);
    const ids = await add(ownerId, assistantId, [flyer(await png(), 'c'), flyer(await jpeg(), 'd')]);
    expect(ids).toHaveLength(2);
    expect(await orderOf(assistantId)).toEqual([
      [0, 'a'],
      [1, 'b'],
      [2, 'c'],
      [3, 'd'],
    ]);
    const files = await database.db.query(
      'SELECT f.content_type, f.owner_id FROM tasks t JOIN files f ON f.id = t.file_id WHERE t.id = ANY ($1) ORDER BY t.sequence_order',
      [ids],
    );
    expect(files).toEqual([
      { content_type: 'image/png', owner_id: ownerId },
      { content_type: 'image/jpeg', owner_id: ownerId },
    ]);
  });

  it('gives each flyer a different position when several uploads run simultaneously', async () => {
    const { ownerId, assistantId } = await waitingAssistant();
    const picture = await png();
    await Promise.all(
      Array.from({ length: 6 }, (_, i) => add(ownerId, assistantId, [flyer(picture, `${i}`), flyer(picture)])),
    );
    expect((await orderOf(assistantId)).map(([position]) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('adds none when one of the files is not a picture, and the error names the file', async () => {
    const { ownerId, assistantId } = await waitingAssistant();
    const text = { ...flyer(Buffer.from('no picture')), fileName: 'notes.txt' };
    await expect(add(ownerId, assistantId, [flyer(await png()), text])).rejects.toMatchObject({
      status: 415,
      code: 'file.not_an_image',
      message: "'notes.txt' is not a JPEG, PNG, WebP or GIF picture.",
    });
    expect(await orderOf(assistantId)).toEqual([]);
    expect(await database.db.query('SELECT 1 FROM files WHERE owner_id = $1', [ownerId])).toEqual([]);
  });

  it('is refused when the assistant is queued, deleted, unknown or not the owner’s', async () => {
    const { ownerId, assistantId } = await waitingAssistant();
    const stranger = await buildUser(database.db);
    const one = [flyer(await png())];
    await expect(add(stranger.id, assistantId, one)).rejects.toEqual(noAssistant);
    await expect(add(ownerId, randomUUID(), one)).rejects.toEqual(noAssistant);
    await queue(assistantId);
    await expect(add(ownerId, assistantId, one)).rejects.toEqual(notWaiting);
    await database.db.query('UPDATE assistants SET deleted_at = now() WHERE id = $1', [assistantId]);
    await expect(add(ownerId, assistantId, one)).rejects.toEqual(noAssistant);
    expect(await orderOf(assistantId)).toEqual([]);
  });

  it('stores neither flyers nor files when the assistant is queued during the upload', async () => {
    const { ownerId, assistantId } = await waitingAssistant();
    const slowStore = store();
    const flyers = [flyer(await png(50, 50))];
    const racing = {
      ...slowStore,
      async put(key: string, bytes: Buffer, contentType: string) {
        await slowStore.put(key, bytes, contentType);
        await queue(assistantId);
      },
    };
    await expect(uploadFlyers(database.db, racing, { ownerId, assistantId, flyers })).rejects.toEqual(notWaiting);
    expect(await orderOf(assistantId)).toEqual([]);
    expect(await database.db.query('SELECT 1 FROM files WHERE owner_id = $1', [ownerId])).toEqual([]);
  });

  it('adds a single flyer with a file that is already stored', async () => {
    const { ownerId, assistantId } = await waitingAssistant(['first']);
    const fileId = await storeImage(database.db, store(), { ownerId, bytes: await png() });
    await database.db.transaction((manager) =>
      addFlyer(manager, { ownerId, assistantId, fileId, description: 'second' }),
    );
    expect(await orderOf(assistantId)).toEqual([
      [0, 'first'],
      [1, 'second'],
    ]);
  });
});

describe('changing a flyer', () => {
  it('changes its description', async () => {
    const { ownerId, taskIds, assistantId } = await waitingAssistant(['old', 'other']);
    await inTransaction(database.db, (db) => editFlyer(db, { ownerId, taskId: taskIds[0] ?? '', description: 'new' }));
    expect(await orderOf(assistantId)).toEqual([
      [0, 'new'],
      [1, 'other'],
    ]);
  });

  it('deletes it with its picture and renumbers the flyers after it', async () => {
    const { ownerId, assistantId } = await waitingAssistant(['a']);
    const [b, c] = await add(ownerId, assistantId, [flyer(await png(), 'b'), flyer(await png(), 'c')]);
    await inTransaction(database.db, (db) => removeFlyer(db, { ownerId, taskId: b ?? '' }));
    expect(await orderOf(assistantId)).toEqual([
      [0, 'a'],
      [1, 'c'],
    ]);
    const files = await database.db.query(
      'SELECT (SELECT id FROM tasks WHERE file_id = f.id) AS task_id FROM files f WHERE owner_id = $1',
      [ownerId],
    );
    expect(files).toEqual([{ task_id: c }]);
  });

  it('deletes each flyer once and renumbers the others when several are deleted simultaneously', async () => {
    const { ownerId, assistantId, taskIds } = await waitingAssistant(['a', 'b', 'c', 'd', 'e', 'f']);
    const deletions = [taskIds[1], taskIds[2], taskIds[4], taskIds[4]].map((id) => id ?? '');
    const outcomes = await Promise.allSettled(
      deletions.map((taskId) => inTransaction(database.db, (db) => removeFlyer(db, { ownerId, taskId }))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: noTask });
    expect(await orderOf(assistantId)).toEqual([
      [0, 'a'],
      [1, 'd'],
      [2, 'f'],
    ]);
  });

  it("is refused for another user's flyers, and when the assistant is queued", async () => {
    const { ownerId, assistantId, taskIds } = await waitingAssistant(['a']);
    const stranger = await buildUser(database.db);
    const taskId = taskIds[0] ?? '';
    const edit = (by: string, id: string) =>
      inTransaction(database.db, (db) => editFlyer(db, { ownerId: by, taskId: id, description: 'x' }));
    const remove = (by: string, id: string) =>
      inTransaction(database.db, (db) => removeFlyer(db, { ownerId: by, taskId: id }));
    for (const change of [edit, remove]) {
      await expect(change(stranger.id, taskId)).rejects.toEqual(noTask);
      await expect(change(ownerId, randomUUID())).rejects.toEqual(noTask);
    }
    await queue(assistantId);
    for (const change of [edit, remove]) await expect(change(ownerId, taskId)).rejects.toEqual(notWaiting);
    expect(await orderOf(assistantId)).toEqual([[0, 'a']]);
  });
});

describe('reordering flyers', () => {
  const reorder = (ownerId: string, assistantId: string, taskIds: (string | undefined)[]) =>
    inTransaction(database.db, (db) =>
      reorderFlyers(db, { ownerId, assistantId, taskIds: taskIds.map((id) => id ?? '') }),
    );
  const mismatch = expect.objectContaining({ status: 422, code: 'task.order_mismatch' });

  it('puts them in the given order, with ids in upper or lower case', async () => {
    const { ownerId, assistantId, taskIds } = await waitingAssistant(['a', 'b', 'c']);
    const [a, b, c] = taskIds;
    await reorder(ownerId, assistantId, [c?.toUpperCase(), a, b]);
    expect(await orderOf(assistantId)).toEqual([
      [0, 'c'],
      [1, 'a'],
      [2, 'b'],
    ]);
  });

  it('is refused unless the order contains every active flyer exactly once', async () => {
    const { ownerId, assistantId, taskIds } = await waitingAssistant(['a', 'b', 'c']);
    const [a, b, c] = taskIds;
    const foreign = (await waitingAssistant(['x'])).taskIds[0];
    for (const order of [[], [a, b], [a, b, b], [a, b, c, c], [a, b, foreign], [a, b, c, foreign]]) {
      await expect(reorder(ownerId, assistantId, order)).rejects.toEqual(mismatch);
    }
    expect(await orderOf(assistantId)).toEqual([
      [0, 'a'],
      [1, 'b'],
      [2, 'c'],
    ]);
  });

  it("is refused for another user's flyers, and when the assistant is queued", async () => {
    const { ownerId, assistantId, taskIds } = await waitingAssistant(['a', 'b']);
    const stranger = await buildUser(database.db);
    await expect(reorder(stranger.id, assistantId, taskIds)).rejects.toEqual(noAssistant);
    await queue(assistantId);
    await expect(reorder(ownerId, assistantId, taskIds)).rejects.toEqual(notWaiting);
  });
});
