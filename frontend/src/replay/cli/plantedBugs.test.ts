import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../../../..');
/** Always the same path, so that its compiled files are used again. */
const COPY = path.join(ROOT, 'node_modules/.cache/replay-copy/frontend/src');
const LOG = path.join(__dirname, '../fixtures/main-job.json');
const folder = mkdtempSync(path.join(tmpdir(), 'flyerdeck-planted-'));
const expected = path.join(folder, 'state.json');

/** Runs the command with the reducers of the copy. */
const replay = (...args: string[]) =>
  spawnSync(
    process.execPath,
    [
      '--import',
      path.join(ROOT, 'backend/test/typescriptLoader.mjs'),
      path.join(COPY, 'replay/cli/replay.ts'),
      LOG,
      ...args,
    ],
    { encoding: 'utf8', env: { ...process.env, INIT_CWD: folder } },
  );

beforeAll(() => {
  rmSync(COPY, { recursive: true, force: true });
  cpSync(path.join(ROOT, 'frontend/src'), COPY, { recursive: true });
  expect(replay('--state', expected).status).toBe(0);
});
afterAll(() => {
  for (const made of [path.dirname(path.dirname(COPY)), folder]) rmSync(made, { recursive: true });
});

test.each([
  {
    file: 'tasks/tasksSlice.ts',
    text: 'payload.map((task) => task._id);',
    instead: 'payload.map((task) => task._id).slice(1);',
    found: 'first at tasks.queueOrder.',
  },
  {
    file: 'credits/creditsSlice.ts',
    text: 'state.balance = payload;',
    instead: 'state.balance ??= payload;',
    found: 'first at credits.balance.',
  },
  {
    file: 'storeRows.ts',
    text: 'adapter.setMany(state, changed);',
    instead: 'adapter.addMany(state, changed);',
    found: 'first at assistants.entities.',
  },
])('--expect finds a bug planted in $file', ({ file, text, instead, found }) => {
  const source = path.join(COPY, 'data', file);
  const before = readFileSync(source, 'utf8');
  expect(before.split(text)).toHaveLength(2);
  try {
    writeFileSync(
      source,
      before.replace(text, () => instead),
    );
    const planted = replay('--expect', expected);
    expect([planted.status, planted.stderr]).toEqual([1, expect.stringContaining(found)]);
  } finally {
    writeFileSync(source, before);
  }
});
