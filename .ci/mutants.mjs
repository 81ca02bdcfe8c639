import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { claimsOf } from './claimTables.mjs';
import { MUTANTS } from './mutants.list.mjs';

/**
 * Applies one mutant after another and runs the tests that the tables name for its sentence. One of them must fail.
 *
 *     node .ci/mutants.mjs [part of a sentence]
 *
 * Changes source files while it runs, and restores them.
 */
const ROOT = path.resolve(import.meta.dirname, '..');
const TABLES = path.join(ROOT, '.ci/sentences');
const claims = claimsOf(readdirSync(TABLES).map((name) => path.join(TABLES, name)));

function testsOf(sentence) {
  const [claim, ...others] = claims.filter((one) => one.claim === sentence);
  if (!claim || others.length > 0) throw new Error(`Not exactly one line of the tables says: ${sentence}`);
  return claim.tests;
}

/** True when a test fails. The tests first run without the mutant, to check that they pass. */
function fails(tests) {
  return tests.some(({ file, name }) => {
    const exact = name.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
    const command = file.endsWith('.spec.ts')
      ? ['playwright', 'test', '-c', 'frontend', path.basename(file), '-g', exact, '--reporter=line']
      : ['jest', '--runTestsByPath', file, '-t', exact];
    return spawnSync('npx', command, { cwd: ROOT, stdio: 'ignore' }).status !== 0;
  });
}

const chosen = MUTANTS.filter(({ sentence }) => sentence.includes(process.argv[2] ?? ''));
let survivors = 0;
for (const { sentence, file, text, instead } of chosen) {
  const tests = testsOf(sentence);
  const before = readFileSync(path.join(ROOT, file), 'utf8');
  if (before.split(text).length !== 2) throw new Error(`${file} does not contain exactly once: ${text}`);
  let outcome = 'the test fails without the mutant';
  if (!fails(tests)) {
    try {
      writeFileSync(
        path.join(ROOT, file),
        before.replace(text, () => instead),
      );
      outcome = fails(tests) ? 'found' : 'NOT FOUND';
    } finally {
      writeFileSync(path.join(ROOT, file), before);
    }
  }
  if (outcome !== 'found') survivors += 1;
  process.stdout.write(`${outcome.padEnd(9)}  ${sentence}\n           ${file}: ${text} -> ${instead}\n`);
}
process.stdout.write(`${chosen.length} mutants, ${survivors} not found\n`);
process.exitCode = survivors === 0 ? 0 : 1;
