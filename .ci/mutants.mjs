import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MUTANTS } from './mutants.list.mjs';

/**
 * Applies one mutant after another and runs the tests that have the id of its sentence in their titles. One of them must fail.
 *
 *     node .ci/mutants.mjs [ID]
 *
 * Changes source files while it runs, and restores them.
 */
const ROOT = path.resolve(import.meta.dirname, '..');
const run = (...command) => spawnSync(command[0], command.slice(1), { cwd: ROOT, encoding: 'utf8' });

/** The commands that run the tests of a sentence. */
function commandsFor(id) {
  const exact = id.replace('.', '\\.');
  // A list of ids may stand in a title or, in quotes, in the data of test.each.
  const { stdout } = run('git', 'grep', '-lE', `[[ ']${exact}[],']`, '--', '*.test.ts', '*.test.tsx', '*.spec.ts');
  const files = stdout.split('\n').filter(Boolean);
  if (files.length === 0) throw new Error(`No test has the id ${id}`);
  const inTitle = `[\\[ ]${exact}[\\],]`;
  const browser = files.filter((file) => file.endsWith('.spec.ts')).map((file) => path.basename(file));
  const others = files.filter((file) => !file.endsWith('.spec.ts'));
  return [
    ...(others.length > 0 ? [['npx', 'jest', '-t', inTitle, '--runTestsByPath', ...others]] : []),
    ...(browser.length > 0
      ? [['npx', 'playwright', 'test', '-c', 'frontend', ...browser, '-g', inTitle, '--reporter=line']]
      : []),
  ];
}

const fails = (commands) => commands.some((command) => run(...command).status !== 0);

const chosen = MUTANTS.filter(({ id }) => id === (process.argv[2] ?? id));
let survivors = 0;
for (const { id, file, text, instead } of chosen) {
  const commands = commandsFor(id);
  const before = readFileSync(path.join(ROOT, file), 'utf8');
  if (before.split(text).length !== 2) throw new Error(`${file} does not contain exactly once: ${text}`);
  let outcome = 'a test fails without the mutant';
  if (!fails(commands)) {
    try {
      writeFileSync(
        path.join(ROOT, file),
        before.replace(text, () => instead),
      );
      outcome = fails(commands) ? 'found' : 'NOT FOUND';
    } finally {
      writeFileSync(path.join(ROOT, file), before);
    }
  }
  if (outcome !== 'found') survivors += 1;
  process.stdout.write(`${outcome.padEnd(9)}  ${id}\n           ${file}: ${text} -> ${instead}\n`);
}
process.stdout.write(`${chosen.length} mutants, ${survivors} not found\n`);
process.exitCode = survivors === 0 ? 0 : 1;
