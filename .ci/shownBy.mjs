import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Compares the ids in the first column of tables with the titles of the tests that ran. A title names its ids at its end: [2.4-07, 9-18].
 *
 *     node .ci/shownBy.mjs TABLE.md ... REPORT.json ...
 *
 * Reports are from Jest's --json and Playwright's json reporter.
 */
const ROOT = path.resolve(import.meta.dirname, '..');
const ID = String.raw`S?\d+(?:\.\d+)?-\d+`;
const ROW = new RegExp(String.raw`^\| (${ID}) \| (.*) \|$`);
const GROUP = new RegExp(String.raw`\[(${ID}(?:, ${ID})*)\]`, 'g');

/** The tests of a report as { level, name, passed }. `name` includes the describes. */
function testsOf(report) {
  if (Array.isArray(report.testResults)) {
    return report.testResults.flatMap(({ name: file, assertionResults }) => {
      const level = file.endsWith('.tsx') ? 'component' : file.startsWith(path.join(ROOT, 'backend')) ? 'API' : 'unit';
      return assertionResults.map(({ fullName, status }) => ({ level, name: fullName, passed: status === 'passed' }));
    });
  }
  const inSuite = ({ specs = [], suites = [] }, names) => [
    ...specs.flatMap(({ title, tests }) =>
      tests.map(({ status }) => ({
        level: 'browser',
        name: [...names, title].join(' '),
        passed: status === 'expected',
      })),
    ),
    ...suites.flatMap((inner) => inSuite(inner, [...names, inner.title])),
  ];
  return report.suites.flatMap((suite) => inSuite(suite, []));
}

const read = (kind) =>
  process.argv
    .slice(2)
    .filter((file) => file.endsWith(kind))
    .map((file) => readFileSync(file, 'utf8'));

const problems = [];
/** The level of the first test of each id. */
const levels = new Map();
for (const line of read('.md').flatMap((table) => table.split('\n'))) {
  const [, id, sentence] = ROW.exec(line) ?? [];
  if (!id && /^\| (?!id )/.test(line)) problems.push(`a row has no id: ${line}`);
  if (!id) continue;
  if (levels.has(id)) problems.push(`${id}: two rows have this id`);
  levels.set(id, /not testable: ./.test(sentence) ? 'not testable' : null);
}
for (const { level, name, passed } of read('.json').flatMap((report) => testsOf(JSON.parse(report)))) {
  for (const id of [...name.matchAll(GROUP)].flatMap(([, ids]) => ids.split(', '))) {
    if (!passed) problems.push(`${id}: "${name}" did not pass`);
    if (levels.has(id)) levels.set(id, levels.get(id) ?? level);
    else problems.push(`${id}: no row has this id of "${name}"`);
  }
}
for (const [id, level] of levels) if (!level) problems.push(`${id}: no test with this id ran`);

for (const problem of problems) process.stderr.write(`${problem}\n`);
const counts = new Map();
for (const level of levels.values()) counts.set(level, (counts.get(level) ?? 0) + 1);
const texts = [...counts].map(([level, count]) => `${count} ${level ?? 'without a test'}`);
process.stdout.write(
  `The specification's sentences and the security claims: ${levels.size} ids (${texts.join(', ')}), ${problems.length} failed\n`,
);
process.exitCode = problems.length === 0 && levels.size > 0 ? 0 : 1;
