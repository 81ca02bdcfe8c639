import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Holds the table of .github/SECURITY.md against the reports of the run that just ended: each line names the tests that show
 * its claim, and every test of these names must have run and passed.
 *
 *     node .ci/securityClaims.mjs .github/SECURITY.md UNIT.json BROWSER.json
 *
 * The reports are those of Jest's --json and of Playwright's json reporter.
 */
const ROOT = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..');

/** Every test of a report as { file, name, passed }: the file from the root, the name with those of its describes. */
function testsOf(report) {
  if (Array.isArray(report.testResults)) {
    return report.testResults.flatMap(({ name: file, assertionResults }) =>
      assertionResults.map(({ fullName, status }) => ({
        file: path.relative(ROOT, file),
        name: fullName,
        passed: status === 'passed',
      })),
    );
  }
  const inSuite = (suite, names) => [
    ...(suite.specs ?? []).flatMap(({ title, tests }) =>
      tests.map(({ status }) => ({
        file: path.relative(ROOT, path.join(report.config.rootDir, suite.file)),
        name: [...names, title].join(' '),
        // Flaky: it passed at another try.
        passed: status === 'expected' || status === 'flaky',
      })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => inSuite(inner, [...names, inner.title])),
  ];
  return report.suites.flatMap((suite) => inSuite(suite, []));
}

const [table, ...reports] = process.argv.slice(2);
const lines = readFileSync(table, 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line));
const tests = reports.flatMap((file) => testsOf(JSON.parse(readFileSync(file, 'utf8'))));

const problems = lines.flatMap((line) => {
  const [, chapter, claim, shownBy = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
  const named = [...shownBy.matchAll(/`([^`]+)` "([^"]+)"/g)];
  const about = (what) => `${chapter}, ${claim}: ${what}`;
  if (named.length === 0) return [about('names no test')];
  return named.flatMap(([, file, name]) => {
    const found = tests.filter((test) => test.file === file && test.name.includes(name));
    if (found.length === 0) return [about(`${file} ran no test "${name}"`)];
    return found.filter(({ passed }) => !passed).map((test) => about(`${file} "${test.name}" did not pass`));
  });
});
if (lines.length === 0) problems.push(`${table} has no table`);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(
  `Security claims: ${lines.length}, each shown by tests that passed in this run: ${problems.length === 0}\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
