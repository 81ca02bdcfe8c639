import fc from 'fast-check';
import { buildAssistant, buildPage, buildTask, buildUser, uuid } from '../../../test/builders.ts';
import { fulfilled, pending, rejected } from '../../../test/queryActions.ts';
import { makeStore } from '../../app/store.ts';
import { sessionEnded, sessionStarting } from '../../data/request/sessionActions.ts';
import { rootReducer } from '../../data/store/rootReducer.ts';
import { clockTicked, navigationChanged } from '../log/logFormat.ts';
import { readLog } from '../log/readLog.ts';
import { ActionRecorder } from '../record/ActionRecorder.ts';
import { canonicalJson, ReplayedLog } from './ReplayedLog.ts';

const id = fc.integer({ min: 1, max: 6 }).map(uuid);
const ids = fc.uniqueArray(id, { maxLength: 6 });
const requestId = fc.constantFrom('one', 'two', 'three');

/** Any action of the app. */
const anyAction = fc.oneof(
  ids.map((guids) => fulfilled('listUserPages', { pages: guids.map((guid) => buildPage({ guid })) })),
  fc
    .tuple(id, requestId)
    .map(([guid, r]) => pending('updateTags', { args: { guid, body: { tags: ['a'] } }, requestId: r })),
  requestId.map((r) => rejected('updateTags', { requestId: r })),
  fc
    .tuple(id, requestId)
    .map(([guid, r]) => fulfilled('updateTags', buildPage({ guid, tags: ['a'] }), { requestId: r })),
  id.map((guid) => fulfilled('unlinkPage', null, { args: { guid } })),
  ids.map((list) =>
    fulfilled(
      'listTasks',
      list.map((_id) => buildTask({ _id })),
      { args: { status: 'in_queue' } },
    ),
  ),
  ids.map((list) =>
    fulfilled(
      'listAssistants',
      list.map((_id) => buildAssistant({ _id })),
    ),
  ),
  id.map((_id) => fulfilled('updateAssistant', buildAssistant({ _id }), { args: { id: _id } })),
  fc.constant(fulfilled('me', buildUser())),
  fc.constant(sessionStarting({ insideMiniApp: true })),
  fc.constantFrom('/', '/?view=queue', '/admin').map((address) => navigationChanged({ address })),
  fc.nat().map((nowMs) => clockTicked({ nowMs })),
);

test('replaying the log of any actions twice gives the state of the app both times', () => {
  fc.assert(
    fc.property(fc.array(anyAction, { maxLength: 60 }), fc.integer({ min: 1, max: 30 }), (actions, kept) => {
      const recorder = new ActionRecorder({
        buildId: 'index-test',
        address: '/',
        nowMs: 0,
        limits: { actions: kept, actionsPerChunk: 3, characters: 1e7 },
      });
      const store = makeStore(undefined, [recorder.middleware]);
      for (const action of actions) store.dispatch(action);
      const text = recorder.toJson();
      const [one, other] = [new ReplayedLog(readLog(text)), new ReplayedLog(readLog(text))];
      const end = one.momentAt(one.length);
      expect(canonicalJson(end)).toBe(canonicalJson(other.momentAt(other.length)));
      expect(canonicalJson(end.state)).toBe(canonicalJson(store.getState()));
    }),
    { numRuns: 40 },
  );
});

test('a jump to a position gives the same state as single steps', () => {
  const actions = Array.from({ length: 130 }, (_, n) =>
    n % 7 === 0 ? sessionEnded() : fulfilled('listUserPages', { pages: [buildPage({ guid: uuid(n) })] }),
  );
  const log = readLog(
    JSON.stringify({
      format: 'flyerdeck.action-log',
      version: 1,
      buildId: '',
      savedAt: '2026-03-01T12:00:00Z',
      timeZone: 'UTC',
      language: 'en',
      base: { state: rootReducer(undefined, { type: 'start' }), address: '/', nowMs: 0 },
      entries: actions.map((action, n) => ({ seq: n + 1, at: n, action })),
    }),
  );
  const stepped = new ReplayedLog(log);
  const states = Array.from({ length: stepped.length + 1 }, (_, n) => stepped.momentAt(n).state);
  const jumped = new ReplayedLog(log);
  for (const n of [130, 0, 99, 50, 49, 100, 101, 1, 129, 51]) expect(jumped.momentAt(n).state).toEqual(states[n]);
});
