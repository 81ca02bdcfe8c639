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

/** The commands that run the tests of a sentence, the fastest first. */
function commandsFor(id) {
  const exact = id.replace('.', '\\.');
  // A list of ids may stand in a title or, in quotes, in the data of test.each.
  const { stdout } = run('git', 'grep', '-lE', `[[ ']${exact}[],']`, '--', '*.test.ts', '*.test.tsx', '*.spec.ts');
  const files = stdout.split('\n').filter(Boolean);
  if (files.length === 0) throw new Error(`No test has the id ${id}`);
  const inTitle = `[\\[ ]${exact}[\\],]`;
  const browser = files.filter((file) => file.endsWith('.spec.ts'));
  // Among these are the drills, which take minutes.
  const whole = files.filter((file) => file.startsWith('backend/test/'));
  const others = files.filter((file) => !browser.includes(file) && !whole.includes(file));
  const jest = (paths) => ['npx', 'jest', '-t', inTitle, '--runTestsByPath', ...paths];
  const names = browser.map((file) => path.basename(file));
  return [
    ...(others.length > 0 ? [jest(others)] : []),
    ...(whole.length > 0 ? [jest(whole)] : []),
    ...(browser.length > 0
      ? [['npx', 'playwright', 'test', '-c', 'frontend', ...names, '-g', inTitle, '--reporter=line']]
      : []),
  ];
}

const passes = (command) => run(...command).status === 0;
/** Whether a command passes without a mutant. */
const passesUnchanged = new Map();

function outcomeOf(command, { file, text, instead }) {
  const key = command.join(' ');
  if (!passesUnchanged.has(key)) passesUnchanged.set(key, passes(command));
  if (!passesUnchanged.get(key)) return 'a test fails without the mutant';
  const before = readFileSync(path.join(ROOT, file), 'utf8');
  if (before.split(text).length !== 2) throw new Error(`${file} does not contain exactly once: ${text}`);
  try {
    writeFileSync(
      path.join(ROOT, file),
      before.replace(text, () => instead),
    );
    return passes(command) ? NOT_FOUND : 'found';
  } finally {
    writeFileSync(path.join(ROOT, file), before);
  }
}

const NOT_FOUND = 'NOT FOUND';
const chosen = MUTANTS.filter(({ id }) => id === (process.argv[2] ?? id));
let survivors = 0;
for (const mutant of chosen) {
  let outcome = NOT_FOUND;
  for (const command of commandsFor(mutant.id)) if (outcome === NOT_FOUND) outcome = outcomeOf(command, mutant);
  if (outcome !== 'found') survivors += 1;
  const { id, file, text, instead } = mutant;
  process.stdout.write(`${outcome.padEnd(9)}  ${id}\n           ${file}: ${text} -> ${instead}\n`);
}
process.stdout.write(`${chosen.length} mutants, ${survivors} not found\n`);
process.exitCode = survivors === 0 ? 0 : 1;
