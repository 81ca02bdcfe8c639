import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const UNIT_FILE = 'backend/src/a.test.ts';
const BROWSER_FILE = 'frontend/e2e/b.spec.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'flyerdeck-claims-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, content: unknown) => {
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};

interface Run {
  readonly shownBy?: string;
  /** Statuses of the tests in UNIT_FILE by full name, in Jest's words. */
  readonly unit?: Readonly<Record<string, string>>;
  /** Statuses of the tests in BROWSER_FILE, in Playwright's words. */
  readonly browser?: Readonly<Record<string, string>>;
}

/** Runs the check on a table of one line. */
function check({ shownBy = `\`${UNIT_FILE}\` "is refused"`, unit = {}, browser = {} }: Run) {
  const assertionResults = Object.entries(unit).map(([fullName, status]) => ({ fullName, status }));
  const specs = Object.entries(browser).map(([title, status]) => ({ title, tests: [{ status }] }));
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      join(ROOT, '.ci/shownBy.mjs'),
      'Claims',
      write('SECURITY.md', `| ASVS | what | shown by |\n|---|---|---|\n| 1.2 input | it is refused | ${shownBy} |\n`),
      write('unit.json', { testResults: [{ name: join(ROOT, UNIT_FILE), assertionResults }] }),
      write('browser.json', {
        config: { rootDir: join(ROOT, 'frontend/e2e') },
        suites: [{ title: 'b.spec.ts', file: 'b.spec.ts', suites: [{ title: 'the page', file: 'b.spec.ts', specs }] }],
      }),
    ],
    { encoding: 'utf8' },
  );
  return { status, problems: stderr.trim().split('\n').filter(Boolean) };
}

const SUCCESS = { status: 0, problems: [] };

test('a line succeeds when every test with its name passed', () => {
  const unit = { 'a body is refused': 'passed', 'a query is refused': 'passed', 'something else': 'failed' };
  expect(check({ unit })).toEqual(SUCCESS);
});

test.each(['failed', 'pending', 'skipped', 'todo', 'disabled'])(
  'a line fails when one test with its name is %s',
  (status) => {
    const unit = { 'a body is refused': 'passed', 'a query is refused': status };
    const problem = `1.2 input, it is refused: ${UNIT_FILE} "a query is refused" did not pass`;
    expect(check({ unit })).toEqual({ status: 1, problems: [problem] });
  },
);

test('a line fails when its test did not run in this file', () => {
  const problem = `1.2 input, it is refused: ${UNIT_FILE} ran no test "is refused"`;
  expect(check({ browser: { 'is refused': 'expected' } })).toEqual({ status: 1, problems: [problem] });
});

test('a line fails when it names no test', () => {
  expect(check({ shownBy: 'the code' })).toEqual({
    status: 1,
    problems: ['1.2 input, it is refused: names no test'],
  });
});

test('a line may name several tests, browser tests with their describes, and all must pass', () => {
  const shownBy = `\`${UNIT_FILE}\` "is refused"; \`${BROWSER_FILE}\` "the page refuses it"`;
  const unit = { 'a body is refused': 'passed' };
  expect(check({ shownBy, unit, browser: { 'refuses it': 'expected' } })).toEqual(SUCCESS);
  for (const status of ['unexpected', 'skipped', 'flaky']) {
    const problem = `1.2 input, it is refused: ${BROWSER_FILE} "the page refuses it" did not pass`;
    expect(check({ shownBy, unit, browser: { 'refuses it': status } })).toEqual({ status: 1, problems: [problem] });
  }
});

test('a line without a test must give a reason', () => {
  expect(check({ shownBy: 'not testable: The specification does not say.' })).toEqual(SUCCESS);
  expect(check({ shownBy: 'not testable: ' }).status).toBe(1);
});

test('a vertical line in a cell is written with a backslash, and a name may contain quotes', () => {
  const shownBy = `\`${UNIT_FILE}\` "shows "No\\|Yes""`;
  expect(check({ shownBy, unit: { 'it shows "No|Yes" twice': 'passed' } })).toEqual(SUCCESS);
});

test('the tables contain all sentences of the specification', () => {
  const tables = join(ROOT, '.ci/sentences');
  const lines = readdirSync(tables).flatMap((name) => readFileSync(join(tables, name), 'utf8').split('\n'));
  expect(lines.filter((line) => /^\| \d/.test(line))).toHaveLength(634);
});
