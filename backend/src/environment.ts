import { readFileSync } from 'node:fs';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings whose value may be in a file, such as a Docker secret: the variable NAME_FILE names it. */
const SECRETS = [
  ...['DATABASE_URL', 'BOT_TOKEN', 'ERASURE_KEY', 'METRICS_TOKEN'],
  ...['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
] as const;

/** Variables with these beginnings are meant for Flyerdeck. */
const OWN =
  /^(ADMIN_TELEGRAM|BACKUP|BOT|CREATOR_SITE|ERASURE|LEASE|METRICS|RATE_LIMIT|S3|SCREENSHOT|SUPPORT_TELEGRAM|TELEGRAM|TRUST)_/;
/** Kubernetes sets such variables for a service of the name `bot`. */
const OF_KUBERNETES = /_SERVICE_(HOST|PORT)|_PORT(_|$)/;
/** A name of several words with at most two other letters is a misspelt one. LOGLEVEL is a setting of other programs. */
const MISSPELT_FROM_LETTERS = 8;

const isSet = (env: Environment, name: string) => Boolean(env[name]?.trim());

/** The variables with the values of secret files, and a sentence for each file that is wrong. */
export function readSecretFiles(env: Environment): { readonly env: Environment; readonly problems: string[] } {
  const values: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of SECRETS) {
    const variable = `${name}_FILE`;
    const file = env[variable]?.trim();
    if (!file) continue;
    if (isSet(env, name)) problems.push(`${name} and ${variable} are both set: remove one of them.`);
    try {
      values[name] = readFileSync(file, 'utf8').trim();
      if (values[name] === '') problems.push(`The file ${file}, which ${variable} names, is empty.`);
    } catch {
      problems.push(`The file ${file}, which ${variable} names, can not be read.`);
    }
  }
  return { env: { ...env, ...values }, problems };
}

/** The number of letters that differ: Levenshtein's distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...b].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The setting that shares most words with `name`; of several the one with the fewest other letters. */
function nearest(name: string, settings: readonly string[]): string {
  const words = name.split('_');
  const rank = (setting: string) =>
    1_000 * setting.split('_').filter((word) => words.includes(word)).length - distance(name, setting);
  return settings.reduce((best, setting) => (rank(setting) > rank(best) ? setting : best));
}

/** A sentence for each variable that is meant for Flyerdeck but is none of its settings. */
export function unknownSettings(env: Environment, settings: readonly string[]): string[] {
  const known = new Set([...settings, ...SECRETS.map((name) => `${name}_FILE`)]);
  const isMisspelt = (name: string) =>
    name.includes('_') &&
    name.length >= MISSPELT_FROM_LETTERS &&
    settings.some((setting) => distance(name, setting) <= 2);
  return Object.keys(env)
    .filter((name) => isSet(env, name) && !known.has(name) && !OF_KUBERNETES.test(name))
    .filter((name) => OWN.test(name) || isMisspelt(name))
    .map((name) => `${name} is no setting. Did you mean ${nearest(name, settings)}?`);
}
