import type { AssistantUpdate } from '@flyerdeck/contracts/types';
import { buildAssistant, uuid } from '../../../test/builders.ts';
import { useHeldCalls } from '../../../test/heldCalls.ts';
import { api } from '../api.ts';
import { assistantsApi } from '../assistants/assistantsSlice.ts';
import { logout } from '../session/login.ts';
import { phaseOf, unsavedOf } from './draft.ts';
import { draftEdited, selectSettingsDraft, settingsKey } from './draftsSlice.ts';
import { saveDrafts } from './draftThunks.ts';

const { calls, call, makeStore } = useHeldCalls();
const id = uuid(10);
const key = settingsKey(id);
const stored = (changes: Parameters<typeof buildAssistant>[0]) => buildAssistant({ _id: id, ...changes });

function open() {
  const store = makeStore();
  const draft = () => selectSettingsDraft(store.getState(), id);
  return {
    store,
    draft,
    unsaved: () => unsavedOf(draft()),
    phase: () => phaseOf(draft()),
    edit: (patch: AssistantUpdate) => store.dispatch(draftEdited({ key, patch })),
    saveNow: (patch: AssistantUpdate) => store.dispatch(draftEdited({ key, patch, isUrgent: true })),
    saveAll: () => store.dispatch(saveDrafts(id)),
  };
}
const bodies = () => calls.map(({ body }) => body);
const advance = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

it('saves once, 1.5 seconds after the last of several edits [4.9-06, 9-23]', async () => {
  const { edit } = open();
  edit({ name: 'A' });
  await advance(1_400);
  edit({ screenshot_as_file: true });
  await advance(1_499);
  expect(calls).toHaveLength(0);
  await advance(1);
  expect(bodies()).toEqual([{ name: 'A', screenshot_as_file: true }]);
  expect(call(0)).toMatchObject({ method: 'PUT', path: `/api/assistants/${id}` });
});

it('keeps an edit made during a save after the answer, and saves it after its own quiet period', async () => {
  const { saveNow, edit, unsaved, phase } = open();
  saveNow({ name: 'A' });
  edit({ name: 'AB' });
  expect(unsaved()).toEqual({ name: 'AB' });
  await call(0).answer(stored({ name: 'A' }));
  expect([unsaved(), phase()]).toEqual([{ name: 'AB' }, 'debouncing']);
  expect(calls).toHaveLength(1);
  await advance(1_500);
  expect(call(1).body).toEqual({ name: 'AB' });
  await call(1).answer(stored({ name: 'AB' }));
  expect([unsaved(), phase()]).toEqual([{}, 'saved']);
});

it('keeps an edit, and saves it, when a hint of the live channel fetches the assistants again', async () => {
  const { store, edit, unsaved } = open();
  const shown = store.dispatch(assistantsApi.endpoints.listAssistants.initiate());
  await call(0).answer([stored({ name: 'Old' })]);
  edit({ name: 'A' });
  store.dispatch(api.util.invalidateTags(['Assistant']));
  await advance(0);
  await call(1).answer([stored({ name: 'Renamed elsewhere' })]);
  expect(unsaved()).toEqual({ name: 'A' });
  await advance(1_500);
  expect(call(2)).toMatchObject({ method: 'PUT', body: { name: 'A' } });
  shown.unsubscribe();
});

it('completes a request to save everything when all earlier edits are stored', async () => {
  const { saveNow, edit, saveAll } = open();
  saveNow({ screenshot_as_file: true });
  edit({ name: 'late' });
  let isStored: boolean | null = null;
  void saveAll().then((result) => {
    isStored = result;
  });
  await call(0).answer(stored({ screenshot_as_file: true }));
  expect(isStored).toBeNull();
  await call(1).answer(stored({ screenshot_as_file: true, name: 'late' }));
  expect(isStored).toBe(true);
});

it('keeps the edits of a failed save, merges newer edits into them and sends them with the next save', async () => {
  const { saveNow, edit, saveAll, draft, unsaved, phase } = open();
  saveNow({ name: 'A', reset_after_posts_list: [1] });
  const saved = saveAll();
  edit({ name: 'B' });
  await call(0).refuse(503, 'Back soon.');
  await expect(saved).resolves.toBe(false);
  expect([phase(), unsaved()]).toEqual(['failed', { name: 'B', reset_after_posts_list: [1] }]);
  expect(draft()?.failure).toMatchObject({
    error: { error: 'Back soon.' },
    patch: { name: 'A', reset_after_posts_list: [1] },
  });
  await advance(1_500);
  expect(call(1).body).toEqual({ name: 'B', reset_after_posts_list: [1] });
  expect(draft()?.failure).toBeNull();
});

it('sends only the rules that were changed, also those of an edit during a save', async () => {
  const { edit, saveNow, unsaved } = open();
  edit({ posting_rules: { start_delay_hours: 12 } });
  saveNow({ posting_rules: { target_tags: ['vip'] } });
  expect(call(0).body).toEqual({ posting_rules: { start_delay_hours: 12, target_tags: ['vip'] } });
  edit({ posting_rules: { start_delay_hours: 13 } });
  expect(unsaved()).toEqual({ posting_rules: { start_delay_hours: 13, target_tags: ['vip'] } });
  await call(0).refuse(503, 'Back soon.');
  expect(unsaved()).toEqual({ posting_rules: { start_delay_hours: 13, target_tags: ['vip'] } });
});

it('sends an edit that failed without an answer by itself when the server can be reached again', async () => {
  const online = api.internalActions.onOnline();
  const { saveNow, store, phase, unsaved } = open();
  saveNow({ name: 'A' });
  await call(0).disconnect();
  await advance(60_000);
  expect([calls.length, phase(), unsaved()]).toEqual([1, 'failed', { name: 'A' }]);
  store.dispatch(online);
  expect(call(1).body).toEqual({ name: 'A' });
  await call(1).answer(stored({ name: 'A' }));
  expect([phase(), unsaved()]).toEqual(['saved', {}]);
  store.dispatch(online);
  expect(calls).toHaveLength(2);
});

it('discards a refused preset and keeps the other edits', async () => {
  const { saveNow, unsaved, phase } = open();
  saveNow({ name: 'A', preset_id: uuid(30), preset_name: 'Gone' });
  await call(0).refuse(422, 'This preset is gone.');
  expect([phase(), unsaved()]).toEqual(['failed', { name: 'A' }]);
});

it('sends nothing after the session has ended', async () => {
  const { edit, store, unsaved } = open();
  edit({ name: 'A' });
  void store.dispatch(logout());
  await call(0).answer(null);
  await advance(5_000);
  expect(calls.map(({ path }) => path)).toEqual(['/api/auth/logout']);
  expect(unsaved()).toEqual({});
});
