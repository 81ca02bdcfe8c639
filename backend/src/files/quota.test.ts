import { MAX_FLYER_BYTES_PER_USER } from '@flyerdeck/contracts';
import { uploadFlyers } from '../../test/asRoutes.ts';
import { buildAssistant, buildUsedSpace, buildUser } from '../../test/factories.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { removeFlyer } from '../assistants/flyers/flyers.service.ts';
import { inTransaction } from '../database/transaction.ts';
import { createFileStore } from './createFileStore.ts';
import { checkQuota, storeScreenshot } from './files.service.ts';
import { photo } from './images.fixture.ts';

const database = useTestDatabase();
const store = () => createFileStore({ s3: null }, database.db);
const quotaExceeded = {
  status: 422,
  code: 'file.quota_exceeded',
  message: 'Your flyers may take up 2 GB. Delete flyers or assistants that you no longer need.',
};

/** A user whose quota has space for exactly one more copy of the picture. */
async function userWithAlmostFullQuota() {
  const picture = await photo();
  const { id: ownerId } = await buildUser(database.db);
  const { id: assistantId } = await buildAssistant(database.db, ownerId, { flyers: [] });
  await buildUsedSpace(database.db, ownerId, MAX_FLYER_BYTES_PER_USER - picture.length);
  const flyer = { read: async () => picture, fileName: 'flyer.jpg', description: '' };
  const add = (count = 1, to = assistantId) =>
    uploadFlyers(database.db, store(), { ownerId, assistantId: to, flyers: Array(count).fill(flyer) });
  return { ownerId, add, picture };
}

it('the quota can be used up to the last byte, and an upload of several flyers is stored completely or not at all', async () => {
  const { ownerId, add } = await userWithAlmostFullQuota();
  await expect(add(2)).rejects.toMatchObject(quotaExceeded);
  await expect(checkQuota(database.db, ownerId)).resolves.toBeUndefined();
  await add();
  await expect(checkQuota(database.db, ownerId)).rejects.toMatchObject(quotaExceeded);
  await expect(add()).rejects.toMatchObject(quotaExceeded);
});

it('only one of several simultaneous uploads to one or two assistants gets the last space [S5.2-3]', async () => {
  const { ownerId, add } = await userWithAlmostFullQuota();
  const { id: another } = await buildAssistant(database.db, ownerId, { flyers: [] });
  const outcomes = await Promise.allSettled([add(), add(1, another), add(), add(1, another), add()]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(quotaExceeded);
  }
});

it('a removed flyer frees its space, a screenshot uses none, and each user has a separate quota', async () => {
  const { ownerId, add, picture } = await userWithAlmostFullQuota();
  const [taskId = ''] = await add();
  await storeScreenshot(database.db, store(), { ownerId, bytes: picture });
  await expect(add()).rejects.toMatchObject(quotaExceeded);
  await (await userWithAlmostFullQuota()).add();
  await inTransaction(database.db, (db) => removeFlyer(db, { ownerId, taskId }));
  await add();
});
