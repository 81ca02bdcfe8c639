import { LIVE_TAGS } from '@flyerdeck/contracts/cacheTags.values';
import type { AssistantUpdate, LiveTag, Task } from '@flyerdeck/contracts/types';
import type { UnknownAction } from '@reduxjs/toolkit';
import {
  buildAssistant,
  buildPage,
  buildPickerPage,
  buildTask,
  buildTaskDetail,
  buildUser,
  uuid,
} from '../../test/builders.ts';
import { FakeSocket } from '../../test/fakeSocket.ts';
import { useHeldCalls } from '../../test/heldCalls.ts';
import { fulfilled, pending, rejected } from '../../test/queryActions.ts';
import { makeStore } from '../app/store.ts';
import { api } from './api.ts';
import { assistantsApi } from './assistants/assistantsSlice.ts';
import { phaseOf, unsavedOf } from './drafts/draft.ts';
import { draftEdited, selectSettingsDraft, settingsKey } from './drafts/draftsSlice.ts';
import { saveDrafts } from './drafts/draftThunks.ts';
import { createLiveListeners } from './live/liveListeners.ts';
import { changedTags, pagesSlice, selectAllPages, selectPickerPages, type WithPages } from './pages/pagesSlice.ts';
import { sessionEnded } from './request/sessionActions.ts';
import { clearCredentials, saveCredentials, TAB_ID } from './request/storage.ts';
import { logout } from './session/login.ts';
import { selectAssistantTasks, selectTasksByStatuses, tasksSlice, type WithTasks } from './tasks/tasksSlice.ts';

const fold = (...actions: readonly Parameters<typeof pagesSlice.reducer>[1][]): WithPages => ({
  pages: actions.reduce(pagesSlice.reducer, pagesSlice.getInitialState()),
});
const listed = (...pages: ReturnType<typeof buildPage>[]) => fulfilled('listUserPages', { pages });
const edit = (requestId: string, tags: string[]) => ({ requestId, args: { guid: uuid(1), body: { tags } } });
const guids = (state: WithPages) => selectAllPages(state).map((page) => page.guid);
const tagsOf = (state: WithPages) => selectAllPages(state).find(({ guid }) => guid === uuid(1))?.tags;

test('an unlinked page is removed from both lists', () => {
  const state = fold(
    listed(buildPage({ guid: uuid(1) })),
    fulfilled('listPickerPages', { pages: [buildPickerPage({ id: uuid(1) })], tags: [] }),
    fulfilled('unlinkPage', null, { args: { guid: uuid(1) } }),
  );
  expect(guids(state)).toEqual([]);
  expect(selectPickerPages(state)).toEqual([]);
});

test('a newly linked page is first, and a page that is linked again becomes first', () => {
  const state = fold(
    listed(buildPage({ guid: uuid(1) }), buildPage({ guid: uuid(2) })),
    fulfilled('verifyLinking', { message: '', page: buildPage({ guid: uuid(2) }) }),
    fulfilled('verifyLinking', { message: '', page: buildPage({ guid: uuid(3) }) }),
  );
  expect(guids(state)).toEqual([uuid(3), uuid(2), uuid(1)]);
});

describe('tags', () => {
  const page = buildPage({ guid: uuid(1), tags: ['old'] });

  test('are those of the answer when the server accepts', () => {
    const call = edit('a', [' new ']);
    const agreed = fulfilled('updateTags', { ...page, tags: ['new'] }, call);
    expect(tagsOf(fold(listed(page), pending('updateTags', call), agreed))).toEqual(['new']);
  });

  test('keep the second of two edits when the first one is refused', () => {
    const [first, second] = [edit('a', ['one']), edit('b', ['one', 'two'])];
    const state = fold(
      listed(page),
      pending('updateTags', first),
      pending('updateTags', second),
      rejected('updateTags', first),
    );
    expect(tagsOf(state)).toEqual(['one', 'two']);
  });
});

test('an unchanged answer does not change the state, so nothing renders', () => {
  const state = fold(listed(buildPage()));
  const again = { pages: pagesSlice.reducer(state.pages, listed(buildPage())) };
  expect(again.pages).toBe(state.pages);
  expect(selectAllPages(again)).toBe(selectAllPages(state));
});

describe('changedTags', () => {
  test.each([
    ['adds new tags', ['a'], { add: ['b', 'c'], remove: [] }, ['a', 'b', 'c']],
    ['adds no tag twice, ignoring case', ['Vip'], { add: ['VIP', ' new ', 'New'], remove: [] }, ['Vip', 'new']],
    ['removes tags, ignoring case', ['Vip', 'b'], { add: [], remove: ['vIP'] }, ['b']],
    ['keeps a tag that is both added and removed', ['Vip'], { add: ['vip'], remove: ['VIP'] }, ['Vip']],
    ['adds no blank tag', [], { add: [' '], remove: [] }, []],
  ])('%s', (_title, tags, change, expected) => {
    expect(changedTags(tags, change)).toEqual(expected);
  });
});

describe('tasks', () => {
  const fold = (...actions: readonly Parameters<typeof tasksSlice.reducer>[1][]): WithTasks => ({
    tasks: actions.reduce(tasksSlice.reducer, tasksSlice.getInitialState()),
  });
  const task = (n: number, changes: Partial<Task> = {}) => buildTask({ _id: uuid(n), ...changes });
  const listed = (status: string, ...tasks: Task[]) => fulfilled('listTasks', tasks, { args: { status } });
  const ids = (tasks: readonly Task[]) => tasks.map((one) => one._id);

  test('the queue has the order of the server, also with tasks that were stored before', () => {
    const state = fold(
      fulfilled('listAssistantTasks', [task(1), task(2)], { args: { id: uuid(10), status: 'active' } }),
      listed('in_queue', task(3), task(2), task(1)),
    );
    expect(ids(selectTasksByStatuses(state, ['in_queue']))).toEqual([uuid(3), uuid(2), uuid(1)]);
  });

  test('a list removes tasks of its statuses that it no longer contains, and keeps all others', () => {
    const state = fold(
      listed('in_queue', task(1), task(2)),
      listed('completed', task(3, { status: 'completed' })),
      listed('in_queue', task(2)),
    );
    expect(state.tasks.entities[uuid(1)]).toBeUndefined();
    expect(ids(selectTasksByStatuses(state, ['completed']))).toEqual([uuid(3)]);
  });

  test('a task whose status another call changed is removed from the list of its previous status', () => {
    const state = fold(
      listed('in_queue', task(1), task(2)),
      fulfilled('getTask', buildTaskDetail({ _id: uuid(1), status: 'posting' })),
    );
    expect(ids(selectTasksByStatuses(state, ['in_queue']))).toEqual([uuid(2)]);
    expect(ids(selectTasksByStatuses(state, ['pending', 'posting']))).toEqual([uuid(1)]);
  });

  describe('the flyers of an assistant', () => {
    const args = { id: uuid(10), status: 'active' };
    const flyers = [task(1, { sequence_order: 0 }), task(2, { sequence_order: 1 })];

    test('are sorted, with active and archived flyers separate and without those of other assistants', () => {
      const state = fold(
        fulfilled('listAssistantTasks', [...flyers].reverse(), { args }),
        fulfilled('listAssistantTasks', [task(3, { status: 'archived' })], { args: { ...args, status: 'archived' } }),
        listed('in_queue', ...flyers, task(4, { assistant_id: uuid(11) })),
      );
      expect(ids(selectAssistantTasks(state, uuid(10), 'active'))).toEqual([uuid(1), uuid(2)]);
      expect(ids(selectAssistantTasks(state, uuid(10), 'archived'))).toEqual([uuid(3)]);
      expect(ids(selectAssistantTasks(state, uuid(11), 'active'))).toEqual([uuid(4)]);
    });

    const move = { requestId: 'move', args: { id: uuid(10), body: { task_ids: [uuid(2), uuid(1)] } } };

    test('are shown in a dragged order before the answer, and in the previous order when it is refused', () => {
      const dragged = fold(fulfilled('listAssistantTasks', flyers, { args }), pending('reorderTasks', move));
      expect(ids(selectAssistantTasks(dragged, uuid(10), 'active'))).toEqual([uuid(2), uuid(1)]);
      const refused = { tasks: tasksSlice.reducer(dragged.tasks, rejected('reorderTasks', move)) };
      expect(ids(selectAssistantTasks(refused, uuid(10), 'active'))).toEqual([uuid(1), uuid(2)]);
    });
  });
});

describe('autosave', () => {
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
});

describe('live', () => {
  const { onFocus, onOnline } = api.internalActions;
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
  const show = (visibility: DocumentVisibilityState) =>
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);

  beforeEach(() => {
    jest.useFakeTimers();
    show('visible');
    saveCredentials({ sessionToken: 'secret', telegramId: '42' });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const signedIn = () => fulfilled('me', buildUser({ telegram_id: '42' }));

  /** A signed-in store with the live channel. */
  function connect() {
    const sockets: FakeSocket[] = [];
    const openSocket = (url: string) => {
      const socket = new FakeSocket(url);
      sockets.push(socket);
      return socket;
    };
    const actions: UnknownAction[] = [];
    const note = () => (next: (action: unknown) => unknown) => (action: unknown) => {
      actions.push(action as UnknownAction);
      return next(action);
    };
    const store = makeStore(undefined, [createLiveListeners(openSocket), note]);
    // Every backoff has its longest time. Not before, because Redux Toolkit makes ids of random numbers.
    jest.spyOn(Math, 'random').mockReturnValue(1);
    store.dispatch(signedIn());
    return {
      store,
      sockets,
      socket: () => sockets.at(-1) as FakeSocket,
      hint: (...tags: LiveTag[]) => sockets.at(-1)?.say({ type: 'changed', tags }),
      /** The tags of each invalidation. */
      invalidated: () => actions.filter(api.util.invalidateTags.match).map(({ payload }) => payload),
      types: () => actions.map(({ type }) => type),
    };
  }

  function connected() {
    const live = connect();
    live.socket().accept();
    return live;
  }

  describe('the connection', () => {
    test('opens for a session, and its first message has the session and the id of the tab', () => {
      const { socket, sockets, invalidated } = connected();
      expect(socket().url).toBe('ws://localhost/api/live');
      expect(socket().sent).toEqual([{ session_token: 'secret', telegram_id: '42', tab: TAB_ID }]);
      expect(TAB_ID).toMatch(/^[\d.a-z]{1,16}$/);
      expect(sockets).toHaveLength(1);
      expect(invalidated()).toEqual([]);
    });

    test('closes at sign-out, and opens again for the next session', async () => {
      const { store, socket, sockets } = connected();
      clearCredentials();
      store.dispatch(sessionEnded());
      expect(socket().isClosed).toBe(true);
      await pass(60_000);
      store.dispatch(onFocus());
      expect(sockets).toHaveLength(1);
      saveCredentials({ sessionToken: 'next', telegramId: '42' });
      store.dispatch(signedIn());
      socket().accept();
      expect(socket().sent).toEqual([expect.objectContaining({ session_token: 'next' })]);
    });

    test('is tried again after a time that doubles up to 30 seconds, and within 5 seconds after it was answered', async () => {
      const { socket, sockets } = connect();
      const waits: number[] = [];
      for (let attempt = 1; attempt <= 6; attempt++) {
        socket().end();
        let waited = 0;
        for (; sockets.length === attempt; waited += 500) await pass(500);
        waits.push(waited);
      }
      expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
      socket().accept();
      socket().say({ type: 'pong' });
      socket().end();
      await pass(5_000);
      expect(sockets).toHaveLength(8);
    });
  });

  describe('hints', () => {
    test('invalidate their tags', async () => {
      const { hint, invalidated, types } = connected();
      hint('Task', 'Queue');
      await pass(0);
      expect(types()).toContain('live/changed');
      expect(invalidated()).toEqual([['Task', 'Queue']]);
      await pass(60_000);
      expect(invalidated()).toHaveLength(1);
    });

    test.each([
      ['a reconnect', connected],
      ['a first attempt that failed', connect],
    ])(
      'may have been missed: after %s all tags are invalidated once, and what waits for the server goes on',
      async (_what, start) => {
        const { socket, invalidated, types } = start();
        socket().end();
        await pass(2_000);
        expect(invalidated()).toEqual([]);
        socket().accept();
        await pass(40_000);
        expect(invalidated()).toEqual([[...LIVE_TAGS]]);
        expect(types().filter((type) => type === onOnline.type)).toHaveLength(1);
      },
    );
  });
});
