import { startQueue, updateAssistant } from '@flyerdeck/contracts';
import { answer, refuse, useApiServer } from '../../test/apiServer.ts';
import { buildAssistant, uuid } from '../../test/builders.ts';
import { assistantsApi } from '../data/assistants/assistantsSlice.ts';
import { queueApi } from '../data/queue/queueApi.ts';
import { saveCredentials } from '../data/request/storage.ts';
import { vibrate } from '../telegram/webApp.ts';
import { makeStore } from './store.ts';

// Only Telegram can vibrate.
jest.mock('../telegram/webApp.ts', () => ({ ...jest.requireActual('../telegram/webApp.ts'), vibrate: jest.fn() }));

useApiServer();
const vibrations = jest.mocked(vibrate);
beforeEach(() => {
  saveCredentials({ sessionToken: 'token', telegramId: '1' });
  vibrations.mockReset();
});

const start = () => makeStore().dispatch(queueApi.endpoints.startQueue.initiate());
const save = () => makeStore().dispatch(assistantsApi.endpoints.updateAssistant.initiate({ id: uuid(1), body: {} }));

test('an action of the user vibrates on success and on failure', async () => {
  answer(startQueue, { message: 'Started.', is_posting_active: true });
  await start();
  expect(vibrations.mock.calls).toEqual([['success']]);
  refuse(startQueue, 500);
  await start();
  expect(vibrations.mock.calls).toEqual([['success'], ['error']]);
});

test('an automatic save vibrates only on failure', async () => {
  answer(updateAssistant, buildAssistant());
  await save();
  expect(vibrations).not.toHaveBeenCalled();
  refuse(updateAssistant, 500);
  await save();
  expect(vibrations.mock.calls).toEqual([['error']]);
});
