import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { canonicalJson, ReplayedLog, stateDiff } from '../fold/ReplayedLog.ts';
import { readLog } from '../log/readLog.ts';

const USAGE = `npm run replay -- LOG.json [--until N] [--expect STATE.json] [--state OUT.json]

Applies the app's reducers to a recorded action log, or to the log of a problem report, and prints the hash of the last state.
  --until N             stops after the first N actions of the log
  --expect STATE.json   compares the state; prints the first path that differs and exits with 1
  --state OUT.json      writes the state, in the canonical JSON that is hashed
`;

interface Output {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}

/** @throws Error with a sentence for the user */
function readArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { until: { type: 'string' }, expect: { type: 'string' }, state: { type: 'string' } },
  });
  const [logFile, ...others] = positionals;
  const { until } = values;
  if (!logFile) throw new Error('No log was given.');
  if (others.length > 0) throw new Error(`Only one log can be replayed; not also ${others.join(' ')}.`);
  if (until !== undefined && !/^\d+$/.test(until)) throw new Error(`--until takes a number of actions, not ${until}.`);
  return { ...values, logFile, until: Number(until ?? Number.POSITIVE_INFINITY) };
}

export const stateHash = (state: unknown): string => createHash('sha256').update(canonicalJson(state)).digest('hex');

const shown = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

async function isExpected(file: string, state: object, { out, err }: Output): Promise<boolean> {
  const [first, ...others] = stateDiff(JSON.parse(await readFile(file, 'utf8')), JSON.parse(canonicalJson(state)));
  if (!first) {
    out(`as expected in ${file}`);
    return true;
  }
  err(`differs from ${file} first at ${first.where}: expected ${shown(first.before)}, is ${shown(first.after)}`);
  if (others.length > 0) err(`and in ${others.length} more places`);
  return false;
}

/** Runs `npm run replay`. Returns its exit code: 1 for a difference, 2 for wrong arguments, a wrong file, or a reducer that throws. */
export async function runReplay(args: readonly string[], output: Output): Promise<0 | 1 | 2> {
  let given: ReturnType<typeof readArguments>;
  try {
    given = readArguments(args);
  } catch (error) {
    output.err(error instanceof Error ? error.message : String(error));
    output.err(USAGE);
    return 2;
  }
  try {
    const log = new ReplayedLog(readLog(await readFile(given.logFile, 'utf8')));
    const until = Math.min(given.until, log.length);
    const { state, address, nowMs } = log.momentAt(until);
    output.out(`${until} of ${log.length} actions, at ${address}, ${new Date(nowMs).toISOString()}`);
    output.out(`sha256 ${stateHash(state)}`);
    if (given.state) await writeFile(given.state, canonicalJson(state));
    const failure = log.failure && log.failure.position <= until ? log.failure.sentence : null;
    if (failure) output.err(failure);
    if (given.expect) return (await isExpected(given.expect, state, output)) ? 0 : 1;
    return failure ? 2 : 0;
  } catch (error) {
    output.err(error instanceof Error ? error.message : String(error));
    return 2;
  }
}
