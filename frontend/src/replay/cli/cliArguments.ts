import { parseArgs } from 'node:util';

export const USAGE = `npm run replay -- LOG.json [--until N] [--expect STATE.json] [--bisect EXPRESSION] [--state OUT.json]
npm run replay -- LOG.json --against FOLDER
npm run replay -- LOG.json --shrink [--against FOLDER | --bisect EXPRESSION | --expect STATE.json]
npm run replay -- REPORT.json --fixture NAME [--until N] [--shows TEXT]... [--hides TEXT]... [--holds EXPRESSION]...

Folds a recorded action log, or the log of a problem report, and prints the hash of the state it ends in.
  --until N             stops after the first N actions of the log
  --expect STATE.json   compares the state; prints the first path that differs and ends with 1
  --bisect EXPRESSION   prints the first action after which the JavaScript expression over \`state\` holds
                        (also \`address\` and \`nowMs\`); ends with 1 when it never does
  --state OUT.json      writes the state, in the canonical JSON that is hashed
  --against FOLDER      compares each state with that of another checkout; prints the first difference and ends with 1
  --shrink              leaves out actions as long as the log still fails: by the same exception of a reducer, the same
                        first difference from FOLDER or STATE.json, or an EXPRESSION that holds after some action.
                        Takes 60 s at most. Writes LOG.shrunk.json
  --fixture NAME        writes the log and a test that replays it to frontend/src/replay/reported. The test requires of
                        the screen before the report was opened, or of the one after --until:
    --shows TEXT          it contains this text
    --hides TEXT          it does not contain this text
    --holds EXPRESSION    this JavaScript expression over \`state\` holds
`;

/** @throws Error with a sentence for the user */
export function readArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      until: { type: 'string' },
      expect: { type: 'string' },
      bisect: { type: 'string' },
      state: { type: 'string' },
      against: { type: 'string' },
      shrink: { type: 'boolean', default: false },
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
  if (values.shrink && [values.against, values.bisect, values.expect].filter(Boolean).length > 1)
    throw new Error('--shrink takes one of --against, --bisect and --expect.');
  if (values.shrink && (fixture ?? until) !== undefined)
    throw new Error('--shrink takes neither --fixture nor --until: use them with the log that it writes.');
  if (fixture === undefined && shows.length + hides.length + holds.length > 0)
    throw new Error('--shows, --hides and --holds are for the test of a --fixture.');
  return { ...values, logFile, until: until === undefined ? Number.POSITIVE_INFINITY : Number(until) };
}
