import { readFile, writeFile } from 'node:fs/promises';
import { canonicalJson } from '../fold/canonicalJson.ts';
import { ReplayedLog } from '../fold/ReplayedLog.ts';
import { stateDiff } from '../fold/stateDiff.ts';
import { readLog } from '../log/readLog.ts';
import { readArguments, USAGE } from './cliArguments.ts';
import { firstHolding } from './firstHolding.ts';
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
  // Both as canonical JSON, so that the first difference does not depend on the order of keys.
  const actual = JSON.parse(canonicalJson(state)) as object;
  const [first, ...others] = stateDiff(JSON.parse(canonicalJson(expected)), actual);
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

/** Runs `npm run replay`. Returns its exit code. */
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
    const isExpected = !given.expect || (await compare(given.expect, state, output));
    const isFound = !given.bisect || bisect(log, given.bisect, until, output);
    return isExpected && isFound ? 0 : 1;
  } catch (error) {
    output.err(error instanceof Error ? error.message : String(error));
    return 2;
  }
}
