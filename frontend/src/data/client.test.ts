import { useFetchMock } from '../../test/fetchMock.ts';
import { makeStore } from '../app/store.ts';
import { api } from './api.ts';
import { assistantsApi } from './assistants/assistantsSlice.ts';
import { presetsApi } from './presets/presetsSlice.ts';
import { saveCredentials } from './request/storage.ts';
import { tasksApi } from './tasks/tasksApi.ts';

const fetchMock = useFetchMock();
const id = 'a1';

/** The calls that the store sends because of `change`, while lists of everything are shown. */
async function fetchedAfter(change: unknown, answer: () => Response): Promise<string[]> {
  saveCredentials({ sessionToken: 'secret', telegramId: '42' });
  fetchMock.mockImplementation(async (address) => Response.json(address.endsWith('/t1') ? { _id: 't1' } : []));
  const store = makeStore();
  const dispatch = (action: unknown) => store.dispatch(action as Parameters<typeof store.dispatch>[0]);
  for (const shown of [
    presetsApi.endpoints.listPresets.initiate(),
    assistantsApi.endpoints.listAssistants.initiate(),
    assistantsApi.endpoints.listAssistantTasks.initiate({ id, status: 'active' }),
    assistantsApi.endpoints.listAssistantTasks.initiate({ id: 'a2', status: 'active' }),
    tasksApi.endpoints.getTask.initiate({ id: 't1' }),
  ]) {
    await dispatch(shown);
  }
  fetchMock.mockClear();
  fetchMock.mockImplementationOnce(async () => answer());
  await dispatch(change);
  await Promise.all(store.dispatch(api.util.getRunningQueriesThunk()));
  const calls = fetchMock.mock.calls.slice(1).map(([address]) => address.replace('/api', ''));
  store.dispatch(api.util.resetApiState());
  return calls.sort();
}

test.each([
  [
    'one tag of a type',
    assistantsApi.endpoints.updateAssistant.initiate({ id, body: {} }),
    ['/assistants/a1/tasks?status=active'],
  ],
  [
    'all of a type',
    presetsApi.endpoints.deletePreset.initiate({ id: 'p1' }),
    ['/assistants', '/assistants/a1/tasks?status=active', '/assistants/a2/tasks?status=active', '/tasks/t1'],
  ],
  [
    'nothing where the answer has the change',
    tasksApi.endpoints.updateTask.initiate({ id: 't1', body: { description: '' } }),
    [],
  ],
])('after a success the tab fetches %s, as the contract says', async (_what, change, fetched) => {
  expect(await fetchedAfter(change, () => Response.json({ _id: 't1' }))).toEqual(fetched);
});
