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

test('succeeds when every test with an id of a row passed; titles have several ids, and a describe has the ids of its tests', () => {
  const unit = { 'it is refused [0.1-01, 0-12]': 'passed', 'a query is refused [0.1-01]': 'passed', other: 'failed' };
  const rows = [
    ...BOTH,
    '| 0-12 | it is shown |',
    '| 0-13 | it is fast not testable: The specification does not say. |',
  ];
  expect(check({ rows, unit, browser: { 'refuses it': 'expected' } })).toEqual({
    status: 0,
    problems: [],
    summary: `${TITLE}: 4 ids (2 API, 1 browser, 1 not testable), 0 failed\n`,
  });
});

const passed = { 'is refused [0.1-01]': 'passed' };
test.each<[string, Run, string]>([
  [
    'a test with an id did not pass',
    { unit: { ...passed, 'a query is refused [0.1-01]': 'pending' } },
    '0.1-01: "a query is refused [0.1-01]" did not pass',
  ],
  [
    'a browser test passed only in its second attempt',
    { rows: BOTH, unit: passed, browser: { 'refuses it': 'flaky' } },
    'S0.1-1: "the page [S0.1-1] refuses it" did not pass',
  ],
  ['no test has an id', { unit: { 'is refused': 'passed' } }, '0.1-01: no test with this id ran'],
  [
    'no row has the id of a test',
    { unit: { 'is refused [0.1-01, 0.1-02]': 'passed' } },
    '0.1-02: no row has this id of "is refused [0.1-01, 0.1-02]"',
  ],
  ['two rows have one id', { rows: [ROW, ROW], unit: passed }, '0.1-01: two rows have this id'],
  ['a row has no id', { rows: [ROW, '| it is shown |'], unit: passed }, 'a row has no id: | it is shown |'],
])('fails when %s', (_, run, problem) => {
  expect(check(run)).toMatchObject({ status: 1, problems: [problem] });
});

test('fails without a row, and for a row without a test that gives no reason', () => {
  expect(check({ rows: [] }).status).toBe(1);
  expect(check({ rows: ['| 0.1-01 | it is refused not testable: |'] }).status).toBe(1);
});
