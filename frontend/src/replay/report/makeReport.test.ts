import { buildPage, buildTask, buildUser, uuid } from '../../../test/builders.ts';
import { buildDetailedPosting } from '../../../test/postingBuilders.ts';
import { fulfilled, pending } from '../../../test/queryActions.ts';
import { makeStore } from '../../app/store.ts';
import { rootReducer } from '../../data/store/rootReducer.ts';
import { ReplayedLog } from '../fold/ReplayedLog.ts';
import { canonicalJson } from '../fold/stateDiff.ts';
import { type ActionLog, LOG_FORMAT, LOG_VERSION, navigationChanged } from '../log/logFormat.ts';
import { readLog } from '../log/readLog.ts';
import { ActionRecorder, setCurrentRecorder } from '../record/ActionRecorder.ts';
import { makeReport, newestPart } from './makeReport.ts';

const OTHERS_TEXT = 'Only tonight: "Vera" & friends';
const OWN_TEXT = 'Three free days with Luna';
const PLAIN = fulfilled('me', buildUser({ is_admin: false }), { args: undefined });
const ADMIN = fulfilled('me', buildUser({ is_admin: true }), { args: undefined });
const OWN = fulfilled('listTasks', [buildTask({ description: OWN_TEXT })], { args: {} });
const POSTINGS = fulfilled(
  'listDetailedPostings',
  { postings: [buildDetailedPosting({ description: OTHERS_TEXT })] },
  { args: {} },
);

function reportAfter(actions: readonly { type: string }[]) {
  const recorder = new ActionRecorder({ buildId: 'index-test', address: '/', nowMs: 0, secrets: [] });
  setCurrentRecorder(recorder);
  const store = makeStore(undefined, [recorder.middleware]);
  for (const action of actions) store.dispatch(action);
  return makeReport('It is wrong.');
}

test("the user's own texts are in the report [S14.2-8]", () => {
  expect(reportAfter([PLAIN, OWN]).log).toContain(OWN_TEXT);
});

const answered = (action: object) => ({
  ...action,
  meta: {
    ...(action as { meta: object }).meta,
    baseQueryMeta: { method: 'GET', path: '/api/x', status: 200, requestId: 'request-0001' },
  },
});

test.each([
  ['an admin', [ADMIN, OWN, pending('listDetailedPostings'), answered(POSTINGS)]],
  ['a former admin', [ADMIN, answered(POSTINGS), PLAIN]],
  ['a user who has seen a preview', [PLAIN, answered(fulfilled('getPreview', { description: OTHERS_TEXT }))]],
])('the report of %s has no text of others, only the ids of the calls [S14.2-8]', (_who, actions) => {
  const address = navigationChanged({ address: `/admin?search=${encodeURIComponent(OTHERS_TEXT)}` });
  const typed = { type: 'ui/uiChanged', payload: { key: 'x', value: `about ${OTHERS_TEXT}!` } };
  const report = reportAfter([...(actions as { type: string }[]), address, typed]);
  for (const text of ['Vera', 'Only tonight', 'Only%20tonight']) expect(report.log).not.toContain(text);
  expect([report.sentence, report.request_ids]).toEqual(['It is wrong.', ['request-0001']]);
  expect(readLog(report.log).entries).toEqual([]);
});

describe('newestPart', () => {
  function logOf(actions: readonly { type: string }[]): ActionLog {
    return {
      format: LOG_FORMAT,
      version: LOG_VERSION,
      buildId: 'index-1',
      savedAt: '2026-03-01T12:00:00.000Z',
      timeZone: 'UTC',
      language: 'en',
      base: { state: rootReducer(undefined, { type: 'start' }), address: '/', nowMs: 0 },
      entries: actions.map((action, index) => ({ seq: index + 1, at: index, action })),
    };
  }
  const tasks = (n: number) =>
    fulfilled('listTasks', [buildTask({ _id: uuid(n), description: 'ä'.repeat(200) })], { args: {} });
  const sizeOf = (log: ActionLog) => Buffer.byteLength(JSON.stringify(log));
  const end = (log: ActionLog) => new ReplayedLog(log).momentAt(log.entries.length).state;

  test('a log that fits is sent whole', () => {
    const log = logOf([tasks(1)]);
    expect(newestPart(log, sizeOf(log))).toEqual({ log, isCut: false });
  });

  test('of a larger log, the newest actions are sent with the state before them, and lead to the same end', () => {
    const log = logOf([fulfilled('me', buildUser()), ...Array.from({ length: 100 }, (_, n) => tasks(n % 3))]);
    const { log: part, isCut } = newestPart(log, 30_000);
    expect(isCut).toBe(true);
    expect(sizeOf(part)).toBeLessThanOrEqual(30_000);
    expect(part.entries.length).toBeGreaterThan(5);
    expect(part.entries).toEqual(log.entries.slice(-part.entries.length));
    expect(canonicalJson(end(readLog(JSON.stringify(part))))).toBe(canonicalJson(end(log)));
  });

  test('lists that do not fit are left out of the state, and the newest actions stay', () => {
    const pages = Array.from({ length: 500 }, (_, n) => buildPage({ guid: uuid(n) }));
    const log = logOf([fulfilled('me', buildUser()), fulfilled('listUserPages', { pages }), tasks(1), tasks(2)]);
    const { log: part, isCut } = newestPart(log, 20_000);
    expect([isCut, sizeOf(part) <= 20_000]).toEqual([true, true]);
    expect(part.entries.map(({ seq }) => seq)).toEqual([3, 4]);
    const state = end(readLog(JSON.stringify(part)));
    expect([state.pages.ids.length, state.tasks.ids, state.session.status]).toEqual([0, [uuid(2)], 'authenticated']);
  });
});
