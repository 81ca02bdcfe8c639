import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { UnknownAction } from '@reduxjs/toolkit';
import { buildPage, buildUser, uuid } from '../../../test/builders.ts';
import { fulfilled } from '../../../test/queryActions.ts';
import { type RootState, rootReducer } from '../../data/store/rootReducer.ts';
import { reducerIn } from './otherBuild.ts';
import { runReplay } from './runReplay.ts';

jest.mock('./otherBuild.ts', () => ({ reducerIn: jest.fn() }));

const folder = mkdtempSync(path.join(tmpdir(), 'flyerdeck-replay-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string) => path.join(folder, name);

const page = (n: number, tags: string[] = []) => buildPage({ guid: uuid(n), name: `Page ${n}`, tags });
const ofCall = (action: UnknownAction, n: number) => ({
  ...action,
  meta: { ...Object(action.meta), requestId: `call-${n}` },
});
const ACTIONS = [
  fulfilled('me', buildUser()),
  fulfilled('listUserPages', { pages: [page(1)] }),
  fulfilled('listUserPages', { pages: [page(1), page(2)] }),
  fulfilled('updateTags', page(2, ['promo'])),
  fulfilled('listUserPages', { pages: [page(1)] }),
].map(ofCall);
const LOG = {
  format: 'flyerdeck.action-log',
  version: 3,
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
    fixturesFolder: file('reported'),
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

test('stops at the action given by --until', async () => {
  const until = await run(file('log.json'), '--until', '3');
  expect(until.lines[0]).toMatch(/^3 of 5 actions/);
  expect(until.lines[1]).not.toBe((await run(file('log.json'))).lines[1]);
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

test('--bisect finds the first action after which an expression is true, also when it is false at the end', async () => {
  const { code, lines } = await run(file('log.json'), '--bisect', 'state.pages.ids.length === 2');
  expect(code).toBe(0);
  expect(lines[2]).toBe('state.pages.ids.length === 2 holds first after action 3 (number 13 of the recording)');
  expect(lines[3]).toContain('"endpointName":"listUserPages"');
});

test('--bisect treats an expression that throws as false', async () => {
  const expression = `state.pages.entities['${uuid(2)}'].details.tags.includes('promo')`;
  expect((await run(file('log.json'), '--bisect', expression)).lines[2]).toContain('holds first after action 4 ');
});

test('--bisect says when an expression is never true or true from the start', async () => {
  expect(await run(file('log.json'), '--bisect', 'state.pages.ids.length > 9')).toMatchObject({
    code: 1,
    errors: ['state.pages.ids.length > 9 holds after none of 5 actions'],
  });
  expect((await run(file('log.json'), '--bisect', "address === '/'")).lines[2]).toBe(
    "address === '/' holds from the start",
  );
});

test.each([
  [[], 'No log was given.'],
  [['a.json', 'b.json'], 'Only one log can be replayed; not also b.json.'],
  [['a.json', '--fixture', '../up'], '--fixture takes a name such as wrong-count, not ../up.'],
  [['a.json', '--shows', 'x'], '--shows, --hides and --holds are for the test of a --fixture.'],
  [['a.json', '--until', 'noon'], '--until takes a number of actions, not noon.'],
])('prints the error and its usage for the arguments %j', async (args, sentence) => {
  const { code, errors } = await run(...args);
  expect(code).toBe(2);
  expect(errors[0]).toBe(sentence);
  expect(errors[1]).toContain('npm run replay -- LOG.json');
});

const writeLog = (name: string, actions: readonly object[]) =>
  writeFileSync(
    file(name),
    JSON.stringify({ ...LOG, entries: actions.map((action, n) => ({ seq: n + 1, at: n, action })) }),
  );

test('names the action for which a reducer throws', async () => {
  writeLog('broken.json', [fulfilled('listUserPages', null), fulfilled('me', buildUser())]);
  const { code, errors } = await run(file('broken.json'));
  expect(code).toBe(2);
  expect(errors[0]).toMatch(
    /^Action 1 \(number 1 of the recording, api\/executeQuery\/fulfilled\) cannot be applied: /,
  );
});

test('prints an error for an expression with a syntax error', async () => {
  const { code, errors } = await run(file('log.json'), '--bisect', 'state.(');
  expect(code).toBe(2);
  expect(errors[0]).toMatch(/Unexpected token/);
});

/** A build whose reducer makes another state at the answers of a call. */
const plant = (endpoint: string, change: (state: RootState) => RootState) =>
  jest.mocked(reducerIn).mockResolvedValue((state, action) => {
    const { arg, requestStatus } = Object(action).meta ?? {};
    const next = rootReducer(state, action);
    return arg?.endpointName === endpoint && requestStatus === 'fulfilled' ? change(next) : next;
  });
const withoutPages = (state: RootState): RootState => ({ ...state, pages: { ...state.pages, ids: [] } });

describe('--against', () => {
  test('names the first action after which the states differ, with path and values, and exits with 1', async () => {
    plant('updateTags', withoutPages);
    const { code, errors } = await run(file('log.json'), '--against', '../other');
    expect(code).toBe(1);
    expect(errors).toEqual([
      `differs from ../other first after action 4 (number 14 of the recording, updateTags answered) at pages.ids[0]: here "${uuid(1)}", there nothing`,
    ]);
  });

  test('names an exception that only one of the builds throws', async () => {
    plant('updateTags', () => {
      throw new TypeError('no tags');
    });
    const { code, errors } = await run(file('log.json'), '--against', '../other');
    expect([code, errors[0]]).toEqual([
      1,
      expect.stringMatching(/after action 4 .* at the exception: here nothing, there "TypeError: no tags"$/),
    ]);
  });

  test('exits with 0 when both builds throw the same exception', async () => {
    jest.mocked(reducerIn).mockResolvedValue(rootReducer);
    writeLog('both.json', [fulfilled('listUserPages', null)]);
    expect((await run(file('both.json'), '--against', '../other')).code).toBe(0);
  });

  test('exits with 0 without a difference, also when only the order of keys differs', async () => {
    plant('listUserPages', (state) => Object.fromEntries(Object.entries(state).reverse()) as unknown as RootState);
    const { code, lines, errors } = await run(file('log.json'), '--against', '../other');
    expect([code, lines.at(-1), errors]).toEqual([0, 'no difference from ../other in 5 actions', []]);
  });
});

describe('--fixture', () => {
  const report = { id: uuid(1), sentence: "Luna's page\nis missing.", created_at: '2026-03-01T12:00:00.000Z' };
  const written = (name: string) => readFileSync(file(`reported/${name}`), 'utf8');
  beforeAll(() => {
    writeFileSync(
      file('report.json'),
      JSON.stringify({ format: 'flyerdeck.problem-report', version: 1, report, log: LOG }),
    );
  });

  test('writes the report and a test with its sentence and the expectations', async () => {
    const args = [
      '--until',
      '3',
      '--shows',
      'Page 2',
      '--hides',
      "It's empty",
      '--holds',
      'state.pages.ids.length === 2',
    ];
    const { code, lines } = await run(file('report.json'), '--fixture', 'missing-page', ...args);
    expect([code, lines.at(-1)]).toEqual([0, `written: ${file('reported/missing-page.test.ts')}`]);
    expect(written('missing-page.json')).toBe(readFileSync(file('report.json'), 'utf8'));
    expect(written('missing-page.test.ts')).toBe(`import { reportedSession } from '../../../test/reportedSession.tsx';

test('Luna\\'s page is missing.', async () => {
  const { text, state } = await reportedSession('missing-page').showAt(3);
  expect(text).not.toContain('Something went wrong.');
  expect(text).toContain('Page 2');
  expect(text).not.toContain('It\\'s empty');
  expect(state.pages.ids.length === 2).toBe(true);
});
`);
  });

  test.each([
    { type: 'navigation/changed', payload: { address: '/?view=queue&dialog=report' } },
    { type: 'ui/uiChanged', payload: { key: 'reportProblem', value: true } },
  ])('checks the screen from which the report was opened by $type', async (opened) => {
    const name = `opened-by-${opened.type.split('/')[0]}`;
    const actions = [...ACTIONS.slice(0, 2), opened, ...ACTIONS.slice(2)];
    const entries = actions.map((action, index) => ({ seq: index + 1, at: index, action }));
    writeFileSync(file('opened.json'), JSON.stringify({ ...LOG, entries }));
    expect((await run(file('opened.json'), '--fixture', name)).lines[0]).toMatch(/^2 of 6 actions/);
    expect(written(`${name}.test.ts`)).toContain('.showAt(2);');
  });

  test('writes a test without expectations for a plain log, and replaces no fixture', async () => {
    expect((await run(file('log.json'), '--fixture', 'plain')).code).toBe(0);
    expect(written('plain.test.ts')).toContain("test('plain', async () => {");
    const again = await run(file('log.json'), '--fixture', 'plain');
    expect([again.code, again.errors[0]]).toEqual([2, expect.stringContaining('EEXIST')]);
  });
});
