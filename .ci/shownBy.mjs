import { readFileSync } from 'node:fs';
import path from 'node:path';
import { claimsOf } from './claimTables.mjs';

/**
 * Compares the tables of claims with the reports of a test run. Each line of a table names the tests that prove its claim, and
 * all tests with these names must have run and passed.
 *
 *     node .ci/shownBy.mjs TITLE TABLE.md ... REPORT.json ...
 *
 * Reports are from Jest's --json and Playwright's json reporter. A line without tests says
 * "not testable: " with a reason.
 */
const ROOT = path.resolve(import.meta.dirname, '..');

/** The tests of a report as { level, file, name, passed }. `file` is relative to the root; `name` includes the describes. */
function testsOf(report) {
  if (Array.isArray(report.testResults)) {
    return report.testResults.flatMap(({ name, assertionResults }) => {
      const file = path.relative(ROOT, name);
      const level = file.endsWith('.tsx') ? 'component' : file.startsWith('backend') ? 'API' : 'unit';
      return assertionResults.map(({ fullName, status }) => ({
        level,
        file,
        name: fullName,
        passed: status === 'passed',
      }));
    });
  }
  const inSuite = (suite, file, names) => [
    ...(suite.specs ?? []).flatMap(({ title, tests }) =>
      tests.map(({ status }) => ({
        level: 'browser',
        file,
        name: [...names, title].join(' '),
        passed: status === 'expected',
      })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => inSuite(inner, file, [...names, inner.title])),
  ];
  return report.suites.flatMap((suite) =>
    inSuite(suite, path.relative(ROOT, path.join(report.config.rootDir, suite.file)), []),
  );
}

const [title, ...files] = process.argv.slice(2);
const claims = claimsOf(files.filter((file) => file.endsWith('.md')));
const tests = files
  .filter((file) => file.endsWith('.json'))
  .flatMap((file) => testsOf(JSON.parse(readFileSync(file, 'utf8'))));

const counts = new Map();
const count = (level) => counts.set(level, (counts.get(level) ?? 0) + 1);

const problems = claims.flatMap(({ chapter, claim, shownBy, tests: named }) => {
  if (/^not testable: ./.test(shownBy)) {
    count('not testable');
    return [];
  }
  const problem = (what) => `${chapter}, ${claim}: ${what}`;
  if (named.length === 0) return [problem('names no test')];
  const found = named.map(({ file, name }) => ({
    file,
    name,
    ran: tests.filter((test) => test.file === file && test.name.includes(name)),
  }));
  count(found[0].ran[0]?.level ?? 'without a test');
  return found.flatMap(({ file, name, ran }) =>
    ran.length === 0
      ? [problem(`${file} ran no test "${name}"`)]
      : ran.filter(({ passed }) => !passed).map((test) => problem(`${file} "${test.name}" did not pass`)),
  );
});
if (claims.length === 0) problems.push('there is no table');
for (const problem of problems) process.stderr.write(`${problem}\n`);
const levels = [...counts].map(([level, rows]) => `${rows} ${level}`).join(', ');
process.stdout.write(`${title}: ${claims.length} rows (${levels}), ${problems.length} failed\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
