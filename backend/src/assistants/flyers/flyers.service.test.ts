import { uploadFlyers } from '../../../test/asRoutes.ts';
import { buildAssistant, buildUser } from '../../../test/factories.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { inTransaction } from '../../database/transaction.ts';
import { createPostgresFileStore } from '../../files/createFileStore.ts';
import { png } from '../../files/images.fixture.ts';
import { type NewFlyer, removeFlyer } from './flyers.service.ts';

const database = useTestDatabase();
const store = () => createPostgresFileStore(database.db);

const notWaiting = expect.objectContaining({
  status: 409,
  code: 'assistant.not_waiting',
  message: 'Flyers can only be changed while the assistant is waiting.',
});
const noTask = expect.objectContaining({ status: 404, code: 'task.not_found' });

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
  it('gives each flyer a different position when several uploads run simultaneously', async () => {
    const { ownerId, assistantId } = await waitingAssistant();
    const picture = await png();
    await Promise.all(
      Array.from({ length: 6 }, (_, i) => add(ownerId, assistantId, [flyer(picture, `${i}`), flyer(picture)])),
    );
    expect((await orderOf(assistantId)).map(([position]) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
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
});

describe('changing a flyer', () => {
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
});
