import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../../../..');
/** Always the same path, so that its compiled files are used again. */
const COPY = path.join(ROOT, 'node_modules/.cache/replay-against');
const SLICE = path.join(COPY, 'frontend/src/data/tasks/tasksSlice.ts');
const folder = mkdtempSync(path.join(tmpdir(), 'flyerdeck-against-'));
const log = path.join(folder, 'main-job.json');

const replay = (...args: string[]) =>
  spawnSync(
    process.execPath,
    ['--import', path.join(ROOT, 'backend/test/typescriptLoader.mjs'), path.join(__dirname, 'replay.ts'), ...args],
    { encoding: 'utf8', env: { ...process.env, INIT_CWD: folder } },
  );

beforeAll(() => {
  rmSync(COPY, { recursive: true, force: true });
  cpSync(path.join(ROOT, 'frontend/src'), path.join(COPY, 'frontend/src'), { recursive: true });
  cpSync(path.join(__dirname, '../fixtures/main-job.json'), log);
});
afterAll(() => {
  for (const made of [COPY, folder]) rmSync(made, { recursive: true });
});

test('a copy does not differ, and a bug in it is found by --against', () => {
  const same = replay(log, '--against', COPY);
  expect([same.status, same.stdout.split('\n')[2]]).toEqual([0, `no difference from ${COPY} in 156 actions`]);

  const source = readFileSync(SLICE, 'utf8');
  writeFileSync(SLICE, source.replace('payload.map((task) => task._id);', 'payload.map((task) => task._id).slice(1);'));
  const planted = replay(log, '--against', COPY);
  expect(planted.status).toBe(1);
  expect(planted.stderr).toMatch(
    /first after action \d+ \(number \d+ of the recording, listTasks answered\) at tasks\.queueOrder\./,
  );
});

test('a folder that is no checkout is an error', () => {
  const { status, stderr } = replay(log, '--against', folder);
  expect([status, stderr]).toEqual([2, expect.stringContaining('Cannot find module')]);
});
