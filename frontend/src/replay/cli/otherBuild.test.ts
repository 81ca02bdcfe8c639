import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../../../..');
/** Always the same path, so that its compiled files are used again. */
const COPY = path.join(ROOT, 'node_modules/.cache/replay-against');
const DATA = path.join(COPY, 'frontend/src/data');
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

test('a copy does not differ', () => {
  const same = replay(log, '--against', COPY);
  expect([same.status, same.stdout.split('\n')[2]]).toEqual([0, `no difference from ${COPY} in 156 actions`]);
});

test.each([
  {
    file: 'tasks/tasksSlice.ts',
    text: 'payload.map((task) => task._id);',
    instead: 'payload.map((task) => task._id).slice(1);',
    found: 'listTasks answered) at tasks.queueOrder.',
  },
  {
    file: 'credits/creditsSlice.ts',
    text: 'state.balance = payload;',
    instead: 'state.balance ??= payload;',
    found: 'getBalance answered) at credits.balance.',
  },
  {
    file: 'storeRows.ts',
    text: 'adapter.setMany(state, changed);',
    instead: 'adapter.addMany(state, changed);',
    found: 'answered) at ',
  },
])('a bug planted in $file is found by --against', ({ file, text, ...bug }) => {
  const source = path.join(DATA, file);
  const before = readFileSync(source, 'utf8');
  expect(before.split(text)).toHaveLength(2);
  try {
    writeFileSync(
      source,
      before.replace(text, () => bug.instead),
    );
    const planted = replay(log, '--against', COPY);
    expect([planted.status, planted.stderr]).toEqual([1, expect.stringContaining(bug.found)]);
  } finally {
    writeFileSync(source, before);
  }
});

test('a folder that is no checkout is an error', () => {
  const { status, stderr } = replay(log, '--against', folder);
  expect([status, stderr]).toEqual([2, expect.stringContaining('Cannot find module')]);
});
