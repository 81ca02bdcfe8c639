import { startQueue, updateAssistant } from '@flyerdeck/contracts';
import { answer, refuse, useApiServer } from '../../test/apiServer.ts';
import { buildAssistant, uuid } from '../../test/builders.ts';
import { assistantsApi } from '../data/assistants/assistantsApi.ts';
import { queueApi } from '../data/queue/queueApi.ts';
import { saveCredentials } from '../data/session/storage.ts';
import { vibrate } from '../telegram/haptics.ts';
import { makeStore } from './store.ts';

// Outside Telegram nothing can be felt.
jest.mock('../telegram/haptics.ts', () => ({ vibrate: jest.fn() }));

useApiServer();
const felt = jest.mocked(vibrate);
beforeEach(() => {
  saveCredentials({ sessionToken: 'token', telegramId: '1' });
  felt.mockReset();
});

const start = () => makeStore().dispatch(queueApi.endpoints.startQueue.initiate());
const save = () => makeStore().dispatch(assistantsApi.endpoints.updateAssistant.initiate({ id: uuid(1), body: {} }));

test('what a person did is felt when it worked, and when it did not', async () => {
  answer(startQueue, { message: 'Started.', is_posting_active: true });
  await start();
  expect(felt.mock.calls).toEqual([['success']]);
  refuse(startQueue, 500);
  await start();
  expect(felt.mock.calls).toEqual([['success'], ['error']]);
});

test('what saves itself is felt only when it could not', async () => {
  answer(updateAssistant, buildAssistant());
  await save();
  expect(felt).not.toHaveBeenCalled();
  refuse(updateAssistant, 500);
  await save();
  expect(felt.mock.calls).toEqual([['error']]);
});
