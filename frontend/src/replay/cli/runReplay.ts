import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createContext, Script } from 'node:vm';
import { ReplayedLog } from '../fold/ReplayedLog.ts';
import { canonicalDiff, canonicalJson, firstDifference } from '../fold/stateDiff.ts';
import { actionLabel } from '../log/actions.ts';
import { readLog } from '../log/readLog.ts';
import { reducerIn } from './otherBuild.ts';
import { reportedPosition, writeFixture } from './writeFixture.ts';

interface Output {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  readonly fixturesFolder: string;
}

const shown = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

async function compare(file: string, state: object, { out, err }: Output): Promise<boolean> {
  const expected = JSON.parse(await readFile(file, 'utf8')) as object;
  const [first, ...others] = canonicalDiff(expected, state);
  if (!first) {
    out(`as expected in ${file}`);
    return true;
  }
  err(`differs from ${file} first at ${first.where}: expected ${shown(first.before)}, is ${shown(first.after)}`);
  if (others.length > 0) err(`and in ${others.length} more places`);
  return false;
}

function bisect(log: ReplayedLog, expression: string, until: number, { out, err }: Output): boolean {
  const position = firstHolding(log, expression, until);
  if (position === null) {
    err(`${expression} holds after none of ${until} actions`);
    return false;
  }
  const entry = log.entryAt(position);
  if (!entry) out(`${expression} holds from the start`);
  else {
    out(`${expression} holds first after action ${position} (number ${entry.seq} of the recording)`);
    out(`${new Date(entry.at).toISOString()} ${JSON.stringify(entry.action)}`);
  }
  return true;
}

async function compareBuilds(log: ReplayedLog, folder: string, { out, err }: Output): Promise<boolean> {
  const first = firstDifference(log, new ReplayedLog(log.log, await reducerIn(folder)));
  if (!first) {
    out(`no difference from ${folder} in ${log.length} actions`);
    return true;
  }
  const { position, where, before, after } = first;
  const entry = log.entryAt(position);
  const which = entry
    ? `after action ${position} (number ${entry.seq} of the recording, ${actionLabel(entry)})`
    : 'before the first action';
  err(`differs from ${folder} first ${which} at ${where}: here ${shown(before)}, there ${shown(after)}`);
  return false;
}

type Arguments = ReturnType<typeof readArguments>;

export async function runReplay(args: readonly string[], output: Output): Promise<0 | 1 | 2> {
  let given: Arguments;
  try {
    given = readArguments(args);
  } catch (error) {
    output.err(error instanceof Error ? error.message : String(error));
    output.err(USAGE);
    return 2;
  }
  try {
    const text = await readFile(given.logFile, 'utf8');
    const log = new ReplayedLog(readLog(text));
    const until = Math.min(given.until, given.fixture ? reportedPosition(log.log) : log.length);
    const { state, address, nowMs } = log.momentAt(until);
    output.out(`${until} of ${log.length} actions, at ${address}, ${new Date(nowMs).toISOString()}`);
    output.out(`sha256 ${stateHash(state)}`);
    if (given.state) await writeFile(given.state, canonicalJson(state));
    if (given.fixture) {
      const { fixture: name, shows, hides, holds } = given;
      const fixture = { name, text, position: until, shows, hides, holds };
      output.out(`written: ${await writeFixture(output.fixturesFolder, fixture)}`);
    }
    const failure = log.failure && log.failure.position <= until ? log.failure.sentence : null;
    if (failure) output.err(failure);
    const isExpected = !given.expect || (await compare(given.expect, state, output));
    const isFound = !given.bisect || bisect(log, given.bisect, until, output);
    const isSame = !given.against || (await compareBuilds(log, given.against, output));
    if (!isExpected || !isFound || !isSame) return 1;
    const isAnswered = given.fixture ?? given.expect ?? given.bisect ?? given.against;
    return failure && !isAnswered ? 2 : 0;
  } catch (error) {
    output.err(error instanceof Error ? error.message : String(error));
    return 2;
  }
}

const TIMEOUT_MS = 1_000;

/** 0 is the start, null means never. In order, because a binary search could miss an expression that holds only for a while. A TypeError means false. */
function firstHolding(log: ReplayedLog, expression: string, until: number): number | null {
  const script = new Script(`!!(${expression})`, { filename: 'expression' });
  for (let position = 0; position <= until; position++) {
    const { state, address, nowMs } = log.momentAt(position);
    if (holds(script, { state, address, nowMs })) return position;
  }
  return null;
}

function holds(script: Script, scope: object): boolean {
  try {
    return script.runInContext(createContext(scope), { timeout: TIMEOUT_MS }) === true;
  } catch (error) {
    // Compared as text, because an error of another context is not an instance of this context's classes.
    if (String(error).startsWith('TypeError')) return false;
    throw error;
  }
}

export const stateHash = (state: unknown): string => createHash('sha256').update(canonicalJson(state)).digest('hex');

export const USAGE = `npm run replay -- LOG.json [--until N] [--expect STATE.json] [--bisect EXPRESSION] [--state OUT.json]
npm run replay -- LOG.json --against FOLDER
npm run replay -- REPORT.json --fixture NAME [--until N] [--shows TEXT]... [--hides TEXT]... [--holds EXPRESSION]...

Folds a recorded action log, or the log of a problem report, and prints the hash of the state it ends in.
  --until N             stops after the first N actions of the log
  --expect STATE.json   compares the state; prints the first path that differs and ends with 1
  --bisect EXPRESSION   prints the first action after which the JavaScript expression over \`state\` holds
                        (also \`address\` and \`nowMs\`); ends with 1 when it never does
  --state OUT.json      writes the state, in the canonical JSON that is hashed
  --against FOLDER      compares each state with that of another checkout; prints the first difference and ends with 1
  --fixture NAME        writes the log and a test that replays it to frontend/src/replay/reported. The test requires of
                        the screen before the report was opened, or of the one after --until:
    --shows TEXT          it contains this text
    --hides TEXT          it does not contain this text
    --holds EXPRESSION    this JavaScript expression over \`state\` holds
`;

/** @throws Error with a sentence for the user */
function readArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      until: { type: 'string' },
      expect: { type: 'string' },
      bisect: { type: 'string' },
      state: { type: 'string' },
      against: { type: 'string' },
      fixture: { type: 'string' },
      shows: { type: 'string', multiple: true, default: [] },
      hides: { type: 'string', multiple: true, default: [] },
      holds: { type: 'string', multiple: true, default: [] },
    },
  });
  const [logFile, ...others] = positionals;
  const { until, fixture, shows, hides, holds } = values;
  if (!logFile) throw new Error('No log was given.');
  if (others.length > 0) throw new Error(`Only one log can be replayed; not also ${others.join(' ')}.`);
  if (until !== undefined && !/^\d+$/.test(until)) throw new Error(`--until takes a number of actions, not ${until}.`);
  if (fixture !== undefined && !/^[a-z\d]+(-[a-z\d]+)*$/.test(fixture))
    throw new Error(`--fixture takes a name such as wrong-count, not ${fixture}.`);
  if (fixture === undefined && shows.length + hides.length + holds.length > 0)
    throw new Error('--shows, --hides and --holds are for the test of a --fixture.');
  return { ...values, logFile, until: until === undefined ? Number.POSITIVE_INFINITY : Number(until) };
}
