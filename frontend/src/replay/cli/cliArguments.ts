import { parseArgs } from 'node:util';

export const USAGE = `npm run replay -- LOG.json [--until N] [--expect STATE.json] [--bisect EXPRESSION] [--state OUT.json]

Folds a recorded action log and prints the hash of the state it ends in.
  --until N             stops after the first N actions of the log
  --expect STATE.json   compares the state; prints the first path that differs and ends with 1
  --bisect EXPRESSION   prints the first action after which the JavaScript expression over \`state\` holds
                        (also \`address\` and \`nowMs\`); ends with 1 when it never does
  --state OUT.json      writes the state, in the canonical JSON that is hashed
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
    },
  });
  const [logFile, ...others] = positionals;
  if (!logFile) throw new Error('No log was given.');
  if (others.length > 0) throw new Error(`Only one log can be replayed; not also ${others.join(' ')}.`);
  if (values.until !== undefined && !/^\d+$/.test(values.until))
    throw new Error(`--until takes a number of actions, not ${values.until}.`);
  return { ...values, logFile, until: values.until === undefined ? Number.POSITIVE_INFINITY : Number(values.until) };
}
