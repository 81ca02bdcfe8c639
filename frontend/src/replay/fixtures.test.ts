import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stateHash } from './cli/runReplay.ts';
import { ReplayedLog } from './fold/ReplayedLog.ts';
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
