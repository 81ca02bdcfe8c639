import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'flyerdeck-ids-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, content: unknown) => {
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};

interface Run {
  readonly rows?: readonly string[];
  /** Statuses of unit tests by full name, in Jest's words. */
  readonly unit?: Readonly<Record<string, string>>;
  /** Statuses of the tests in the describe "the page [S0.1-1]", in Playwright's words. */
  readonly browser?: Readonly<Record<string, string>>;
}

const TITLE = "The specification's sentences and the security claims";
const ROW = '| 0.1-01 | it is refused |';
const BOTH = [ROW, '| S0.1-1 | 0.1 input | a \\| is refused |'];

function check({ rows = [ROW], unit = {}, browser = {} }: Run) {
  const assertionResults = Object.entries(unit).map(([fullName, status]) => ({ fullName, status }));
  const specs = Object.entries(browser).map(([title, status]) => ({ title, tests: [{ status }] }));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(ROOT, '.ci/shownBy.mjs'),
      write('table.md', ['# Sentences', '', '| id | it says |', '|---|---|', ...rows, ''].join('\n')),
      write('unit.json', { testResults: [{ name: join(ROOT, 'backend/src/a.test.ts'), assertionResults }] }),
      write('browser.json', { suites: [{ title: 'b.spec.ts', suites: [{ title: 'the page [S0.1-1]', specs }] }] }),
    ],
    { encoding: 'utf8' },
  );
  return { status, problems: stderr.split('\n').filter(Boolean), summary: stdout };
}

const SUCCESS = { status: 0, problems: [] };
const problem = (text: string) => ({ status: 1, problems: [text] });

test('succeeds when every test with the id of a row passed, and ignores tests without an id', () => {
  const unit = { 'a body is refused [0.1-01]': 'passed', 'a query is refused [0.1-01]': 'passed', other: 'failed' };
  expect(check({ unit })).toMatchObject(SUCCESS);
});

test('a title may have several ids, and a describe has the ids of its tests', () => {
  const run = { rows: [...BOTH, '| 0-12 | it is shown |'], unit: { 'it is refused [0.1-01, 0-12]': 'passed' } };
  expect(check({ ...run, browser: { 'refuses it': 'expected' } })).toEqual({
    ...SUCCESS,
    summary: `${TITLE}: 3 ids (2 API, 1 browser), 0 failed\n`,
  });
});

test.each(['failed', 'pending', 'skipped', 'todo', 'disabled'])('an id fails when one test with it is %s', (status) => {
  const unit = { 'a body is refused [0.1-01]': 'passed', 'a query is refused [0.1-01]': status };
  expect(check({ unit })).toMatchObject(problem('0.1-01: "a query is refused [0.1-01]" did not pass'));
});

test.each(['unexpected', 'skipped', 'flaky'])('an id fails when one browser test with it is %s', (status) => {
  const run = { rows: BOTH, unit: { 'is refused [0.1-01]': 'passed' }, browser: { 'refuses it': status } };
  expect(check(run)).toMatchObject(problem('S0.1-1: "the page [S0.1-1] refuses it" did not pass'));
});

test('an id fails when no test with it ran', () => {
  const unit = { 'is refused': 'passed', '0.1-01 is refused': 'passed' };
  expect(check({ unit })).toMatchObject(problem('0.1-01: no test with this id ran'));
});

test('an id in a title fails when no row has it', () => {
  const unit = { 'is refused [0.1-01, 0.1-02]': 'passed' };
  expect(check({ unit })).toMatchObject(problem('0.1-02: no row has this id of "is refused [0.1-01, 0.1-02]"'));
});

test('an id fails when two rows have it, and a row fails without an id', () => {
  const unit = { 'is refused [0.1-01]': 'passed' };
  expect(check({ rows: [ROW, ROW], unit })).toMatchObject(problem('0.1-01: two rows have this id'));
  expect(check({ rows: [ROW, '| it is shown |'], unit })).toMatchObject(problem('a row has no id: | it is shown |'));
});

test('a row without a test must give a reason', () => {
  expect(check({ rows: ['| 0.1-01 | it is refused not testable: The specification does not say. |'] })).toMatchObject({
    ...SUCCESS,
    summary: `${TITLE}: 1 ids (1 not testable), 0 failed\n`,
  });
  expect(check({ rows: ['| 0.1-01 | it is refused not testable: |'] }).status).toBe(1);
});

test('fails without a row', () => {
  expect(check({ rows: [] }).status).toBe(1);
});
