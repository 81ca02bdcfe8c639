import { buildPage, buildTask, buildUser, uuid } from '../../../test/builders.ts';
import { fulfilled } from '../../../test/queryActions.ts';
import { rootReducer } from '../../data/store/rootReducer.ts';
import { canonicalJson } from '../fold/canonicalJson.ts';
import { ReplayedLog } from '../fold/ReplayedLog.ts';
import { type ActionLog, LOG_FORMAT, LOG_VERSION } from '../log/logFormat.ts';
import { readLog } from '../log/readLog.ts';
import { newestPart } from './newestPart.ts';

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
