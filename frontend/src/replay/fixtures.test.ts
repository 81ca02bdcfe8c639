import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stateHash } from './cli/runReplay.ts';
import { ReplayedLog } from './fold/ReplayedLog.ts';
import { endpointOf } from './log/actionLabel.ts';
import { readLog } from './log/readLog.ts';

/** Logs recorded by the browser tests. `RECORD_REPLAY_LOGS=1` records them and the hashes of their last states again. */
const FOLDER = path.join(__dirname, 'fixtures');
const ENDS = path.join(FOLDER, 'stateHashes.json');
const LOGS = ['main-job', 'admin-session', 'mini-app-session'];

const replay = (name: string) => new ReplayedLog(readLog(readFileSync(path.join(FOLDER, `${name}.json`), 'utf8')));
const end = (log: ReplayedLog) => log.momentAt(log.length).state;

if (process.env.RECORD_REPLAY_LOGS === '1') {
  const hashes = Object.fromEntries(LOGS.map((name) => [name, stateHash(end(replay(name)))]));
  writeFileSync(ENDS, `${JSON.stringify(hashes, null, 2)}\n`);
}

test('every recorded log is replayed below', () => {
  expect(readdirSync(FOLDER).sort()).toEqual([...LOGS.map((name) => `${name}.json`), 'stateHashes.json'].sort());
});

test.each(LOGS)('replaying the %s ends in the recorded state', (name) => {
  const ends = JSON.parse(readFileSync(ENDS, 'utf8')) as Record<string, string>;
  expect(stateHash(end(replay(name)))).toBe(ends[name]);
});

/** All statuses of the tasks in a log, in order. */
function statusesOf(log: ReplayedLog): string[] {
  const statuses: string[] = [];
  for (let position = 0; position <= log.length; position++) {
    for (const { status } of Object.values(log.momentAt(position).state.tasks.entities))
      if (statuses.at(-1) !== status) statuses.push(status);
  }
  return statuses;
}

test('the task of the main job is partially completed, retried and completed', () => {
  const log = replay('main-job');
  const statuses = statusesOf(log);
  expect(statuses).toContain('partially_completed');
  expect(statuses.lastIndexOf('completed')).toBeGreaterThan(statuses.indexOf('partially_completed'));
  expect(log.log.entries.map(({ action }) => endpointOf(action))).toContain('retryTask');
  expect(end(log).credits.balance?.credits_balance).toBe(130);
});

test('the log of the main job contains an upload in progress and an unsaved text', () => {
  const log = replay('main-job');
  const drafts = Array.from({ length: log.length }, (_, position) => log.momentAt(position).state.drafts);
  const uploads = drafts.flatMap((one) => Object.values(one.uploads).flatMap(({ pending }) => pending));
  expect(uploads.map(({ fileName, phase }) => `${fileName} ${phase}`)).toContain('summer.jpg uploading');
  const texts = drafts.flatMap((one) => Object.values(one.edits).map(({ pending }) => pending.description));
  expect([...texts, ...uploads.map(({ description }) => description)]).toContain('Three free days with Luna');
});

test('the log of the admin contains changes of a user and of credits', () => {
  const kinds = replay('admin-session').log.entries.map(({ action }) => endpointOf(action) ?? action.type);
  expect(kinds).toEqual(expect.arrayContaining(['listUsers', 'updateUser', 'adjustCredits', 'navigation/changed']));
});

test('the log of the mini app has a mini app session and completes its flyer', () => {
  const log = replay('mini-app-session');
  expect(end(log).session).toMatchObject({ status: 'authenticated', insideMiniApp: true });
  expect(statusesOf(log)).toContain('completed');
});
