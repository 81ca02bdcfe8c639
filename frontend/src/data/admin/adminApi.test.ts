import { getUser, listUsers, updateUser } from '@flyerdeck/contracts';
import { buildAdminUser } from '../../../test/adminBuilders.ts';
import { answer, keepWaiting, refuse, useApiServer } from '../../../test/apiServer.ts';
import { makeStore } from '../../app/store.ts';
import { saveCredentials } from '../request/storage.ts';
import { adminApi } from './adminApi.ts';

useApiServer();

const anna = buildAdminUser({ telegram_id: '20' });
const zoe = buildAdminUser({ telegram_id: '7', first_name: 'Zoe' });
const deactivate = () =>
  adminApi.endpoints.updateUser.initiate({ telegramId: anna.telegram_id, body: { is_active: false } });

async function open() {
  saveCredentials({ sessionToken: 'secret', telegramId: '42' });
  answer(listUsers, [zoe, anna]);
  answer(getUser, anna);
  const store = makeStore();
  await store.dispatch(adminApi.endpoints.listUsers.initiate());
  await store.dispatch(adminApi.endpoints.getUser.initiate({ telegramId: anna.telegram_id }));
  return {
    store,
    listed: () => adminApi.endpoints.listUsers.select()(store.getState()).data,
    detail: () => adminApi.endpoints.getUser.select({ telegramId: anna.telegram_id })(store.getState()).data,
  };
}

test('an update is shown in the detail before the answer', async () => {
  const { store, detail, listed } = await open();
  keepWaiting(updateUser);
  void store.dispatch(deactivate());
  expect(detail()).toEqual({ ...anna, is_active: false });
  expect(listed()).toEqual([zoe, anna]);
});

test('detail and list show the answer of an update, and other rows stay the same objects', async () => {
  const { store, detail, listed } = await open();
  const [zoeBefore] = listed() ?? [];
  const updated = { ...anna, is_active: false, username: 'renamed' };
  answer(updateUser, updated);
  await store.dispatch(deactivate());
  expect(detail()).toEqual(updated);
  expect(listed()).toEqual([zoe, updated]);
  expect(listed()?.[0]).toBe(zoeBefore);
});

test('a refused update is rolled back', async () => {
  const { store, detail, listed } = await open();
  refuse(updateUser, 500, { error: 'No.', code: 'internal' });
  await store.dispatch(deactivate());
  expect(detail()).toEqual(anna);
  expect(listed()).toEqual([zoe, anna]);
});

test('an update creates no list or detail in the cache', async () => {
  saveCredentials({ sessionToken: 'secret', telegramId: '42' });
  answer(updateUser, { ...anna, is_active: false });
  const store = makeStore();
  await store.dispatch(deactivate());
  expect(adminApi.endpoints.listUsers.select()(store.getState()).data).toBeUndefined();
});
