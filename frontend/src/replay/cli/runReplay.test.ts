import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildPage, buildUser, uuid } from '../../../test/builders.ts';
import { fulfilled } from '../../../test/queryActions.ts';
import { rootReducer } from '../../data/store/rootReducer.ts';
import { runReplay } from './runReplay.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'flyerdeck-replay-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string) => path.join(folder, name);

const page = (n: number, tags: string[] = []) => buildPage({ guid: uuid(n), name: `Page ${n}`, tags });
const ACTIONS = [
  fulfilled('me', buildUser()),
  fulfilled('listUserPages', { pages: [page(1)] }),
  fulfilled('listUserPages', { pages: [page(1), page(2)] }),
  fulfilled('updateTags', page(2, ['promo'])),
  fulfilled('listUserPages', { pages: [page(1)] }),
];
const LOG = {
  format: 'flyerdeck.action-log',
  version: 1,
  buildId: 'index-1',
  savedAt: '2026-03-01T12:00:00.000Z',
  timeZone: 'UTC',
  language: 'en',
  base: { state: rootReducer(undefined, { type: 'start' }), address: '/', nowMs: Date.parse('2026-03-01T12:00:00Z') },
  entries: ACTIONS.map((action, index) => ({ seq: index + 11, at: index * 1_000, action })),
};
writeFileSync(file('log.json'), JSON.stringify(LOG));

async function run(...args: string[]) {
  const lines: string[] = [];
  const errors: string[] = [];
  const code = await runReplay(args, {
    out: (line) => lines.push(line),
    err: (line) => errors.push(line),
  });
  return { code, lines, errors };
}

test('prints the end of the log and the hash of the state, which is the same in each run', async () => {
  const first = await run(file('log.json'));
  expect(first.code).toBe(0);
  expect(first.lines[0]).toBe('5 of 5 actions, at /, 2026-03-01T12:00:00.000Z');
  expect(first.lines[1]).toMatch(/^sha256 [0-9a-f]{64}$/);
  expect((await run(file('log.json'))).lines).toEqual(first.lines);
});

test('exits with 0 when the state equals the file given by --expect, ignoring the order of keys', async () => {
  await run(file('log.json'), '--state', file('state.json'));
  const state = JSON.parse(readFileSync(file('state.json'), 'utf8'));
  const reversed = Object.fromEntries(Object.entries(state).reverse());
  writeFileSync(file('reversed.json'), JSON.stringify(reversed));
  expect(await run(file('log.json'), '--expect', file('reversed.json'))).toMatchObject({ code: 0, errors: [] });
});

test('names the first path that differs from the expected state, and exits with 1', async () => {
  await run(file('log.json'), '--state', file('state.json'));
  const state = JSON.parse(readFileSync(file('state.json'), 'utf8'));
  state.pages.entities[uuid(1)].details.name = 'Somebody';
  state.tasks.queueOrder.in_queue = ['x'];
  writeFileSync(file('other.json'), JSON.stringify(state));
  const { code, errors } = await run(file('log.json'), '--expect', file('other.json'));
  expect(code).toBe(1);
  expect(errors).toEqual([
    `differs from ${file('other.json')} first at pages.entities.${uuid(1)}.details.name: expected "Somebody", is "Page 1"`,
    'and in 1 more places',
  ]);
});

test('names the action for which a reducer throws', async () => {
  const actions = [fulfilled('listUserPages', null), fulfilled('me', buildUser())];
  const entries = actions.map((action, n) => ({ seq: n + 1, at: n, action }));
  writeFileSync(file('broken.json'), JSON.stringify({ ...LOG, entries }));
  const { code, errors } = await run(file('broken.json'));
  expect(code).toBe(2);
  expect(errors[0]).toMatch(
    /^Action 1 \(number 1 of the recording, api\/executeQuery\/fulfilled\) cannot be applied: /,
  );
});
