import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { canonicalJson } from '../fold/canonicalJson.ts';
import { canonicalDiff, firstDifference } from '../fold/firstDifference.ts';
import { ReplayedLog } from '../fold/ReplayedLog.ts';
import { actionLabel } from '../log/actionLabel.ts';
import type { ActionLog } from '../log/logFormat.ts';
import { readLog } from '../log/readLog.ts';
import { isReportFile } from '../log/reportFile.ts';
import { readArguments, USAGE } from './cliArguments.ts';
import { firstHolding } from './firstHolding.ts';
import { reducerIn } from './otherBuild.ts';
import { shrinkLog } from './shrinkLog.ts';
import { stateHash } from './stateHash.ts';
import { reportedPosition, writeFixture } from './writeFixture.ts';

interface Output {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** Where --fixture writes. */
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

/** How a log fails, as a text to compare; null if it does not. */
async function outcomeBy({ expect, bisect, against }: Arguments): Promise<(log: ActionLog) => string | null> {
  const textOf = (failure: object | undefined | null) => (failure ? JSON.stringify(failure) : null);
  if (expect) {
    const expected = JSON.parse(await readFile(expect, 'utf8')) as object;
    return (log) => textOf(canonicalDiff(expected, new ReplayedLog(log).momentAt(log.entries.length).state)[0]);
  }
  if (bisect)
    return (log) => (firstHolding(new ReplayedLog(log), bisect, log.entries.length) === null ? null : 'it holds');
  if (against) {
    const reducer = await reducerIn(against);
    return (log) => {
      const difference = firstDifference(new ReplayedLog(log), new ReplayedLog(log, reducer));
      return textOf(difference && { ...difference, position: undefined });
    };
  }
  return (log) => new ReplayedLog(log).failure?.error ?? null;
}

const SHRINK_MS = 60_000;

/** Writes the shortest log that still fails. Returns whether the given one fails. */
async function shrink(text: string, given: Arguments, { out, err }: Output): Promise<boolean> {
  const startedAt = Date.now();
  const log = readLog(text);
  const outcomeOf = await outcomeBy(given);
  const outcome = outcomeOf(log);
  if (outcome === null) {
    err('The log does not fail: no reducer throws. Say by --against, --bisect or --expect what is wrong.');
    return false;
  }
  const hasTime = () => Date.now() - startedAt < SHRINK_MS;
  const { log: shrunk, isMinimal } = shrinkLog(log, (shorter) => outcomeOf(shorter) === outcome, hasTime);
  const { dir, name } = path.parse(given.logFile);
  const file = path.join(dir, `${name}.shrunk.json`);
  const whole: unknown = JSON.parse(text);
  await writeFile(file, JSON.stringify(isReportFile(whole) ? { ...whole, log: shrunk } : shrunk));
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
  out(`${shrunk.entries.length} of ${log.entries.length} actions still fail, found in ${seconds} s`);
  out(isMinimal ? 'Each of them is needed, or is the answer to one.' : 'The time is over: more may be left out.');
  out(`written: ${file}`);
  return true;
}

/** Runs `npm run replay`. Returns its exit code. */
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
    if (given.shrink) return (await shrink(text, given, output)) ? 0 : 1;
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
