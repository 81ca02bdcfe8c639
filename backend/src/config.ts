import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { CREDIT_PACKAGES } from '@flyerdeck/contracts';
import { type Static, Type } from '@sinclair/typebox';
import { Ajv, type ErrorObject } from 'ajv';
import { readOidc, readStarsPrices, withoutSlash } from './compoundSettings.ts';
import { UsageError } from './operatorError.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The variable NAME_FILE names a file with the value, such as a Docker secret. */
const SECRETS = [
  ...['DATABASE_URL', 'BOT_TOKEN', 'ERASURE_KEY', 'METRICS_TOKEN', 'OIDC_CLIENT_SECRET'],
  ...['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
] as const;

/** Variables with these beginnings are meant for Flyerdeck. */
const OWN =
  /^(ADMIN_TELEGRAM|BACKUP|BOT|CREATOR_SITE|ERASURE|LEASE|METRICS|OIDC|RATE_LIMIT|S3|SCREENSHOT|SUPPORT_TELEGRAM|TELEGRAM|TRUST)_/;
/** Kubernetes sets such variables for a service of the name `bot`. */
const OF_KUBERNETES = /_SERVICE_(HOST|PORT)|_PORT(_|$)/;
/** LOGLEVEL is a setting of other programs. */
const MISSPELT_FROM_LETTERS = 8;

const isSet = (env: Environment, name: string) => Boolean(env[name]?.trim());

/** A sentence for each file that is wrong. */
function readSecretFiles(env: Environment): { readonly env: Environment; readonly problems: string[] } {
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
      problems.push(`The file ${file}, which ${variable} names, cannot be read.`);
    }
  }
  return { env: { ...env, ...values }, problems };
}

/** Levenshtein's distance. */
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

function unknownSettings(env: Environment, settings: readonly string[]): string[] {
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

export const ROLES = ['api', 'worker', 'bot'] as const;
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
/** The demo runs when none of these is set. */
const NOT_IN_DEMO = ['AUTH_MODE', 'BOT_TOKEN', 'PUBLIC_URL', 'DATABASE_URL', 'ROLE'];

/** `mustBe` completes the error sentence "NAME must ...". */
type Rules = { format?: string; pattern?: string; mustBe: string };

const number = (minimum: number, maximum: number, defaultValue: number, description: string) => {
  const rules = { minimum, maximum, default: defaultValue, description };
  return Type.Unsafe<number>({ type: 'number', ...rules, mustBe: `be a number from ${minimum} to ${maximum}` });
};
const integer = (...[minimum, maximum, defaultValue, description]: Parameters<typeof number>) => {
  const mustBe = `be a whole number from ${minimum} to ${maximum}`;
  return Type.Unsafe<number>({ ...number(minimum, maximum, defaultValue, description), type: 'integer', mustBe });
};
const word = <const T extends readonly string[]>(words: T, defaultValue: NoInfer<T[number]>, description: string) => {
  const mustBe = `be one of ${words.join(', ')}`;
  return Type.Unsafe<T[number]>({ type: 'string', enum: words, default: defaultValue, description, mustBe });
};
const text = (description: string, rules?: Rules) =>
  Type.Unsafe<string | null>({ type: 'string', nullable: true, default: null, description, ...rules });
const WEB_URL = { format: 'webUrl', mustBe: 'be an address that starts with http:// or https://' };
const POSTGRES_URL = { format: 'postgresUrl', mustBe: 'be an address that starts with postgres:// or postgresql://' };
const TOKEN = { format: 'botToken', mustBe: "look like '123456:ABC...' as BotFather gives it" };
const SECRET = { format: 'secret', mustBe: 'have at least 16 characters and no space' };
const STARS = { format: 'starsPrices', mustBe: `be ${CREDIT_PACKAGES.map(({ id }) => `${id}=STARS`).join()}` };
const IDS = { pattern: '^\\s*(\\d{1,20}\\s*)?(,\\s*(\\d{1,20}\\s*)?)*$', mustBe: 'be numbers separated by commas' };

/** By the names of their environment variables. */
export const Settings = Type.Object({
  PORT: integer(0, 65_535, 3000, 'Port on which the api listens.'),
  HOST: text('Address on which the api listens. Default: 127.0.0.1 in mock mode, else 0.0.0.0.'),
  ROLE: word(['all', ...ROLES], 'all', 'What this process runs.'),
  DATABASE_URL: text('Default: embedded Postgres under DATA_DIR.', POSTGRES_URL),
  DATA_DIR: Type.String({ default: '.data', description: 'Embedded Postgres, Chromium, uploads in progress.' }),
  AUTH_MODE: word(['telegram', 'mock'], 'telegram', 'How people sign in. Default in the demo: mock.'),
  BOT_TOKEN: text('Token of the Telegram bot.', TOKEN),
  ERASURE_KEY: text('Key of the hashes that are kept of erased Telegram ids. Default: BOT_TOKEN.'),
  BOT_USERNAME: text('Name of the bot, without @.'),
  OIDC_ISSUER: text(
    'Provider of a sign-in beside the Login Widget: https://oauth.telegram.org. Default: none.',
    WEB_URL,
  ),
  OIDC_CLIENT_ID: text('Id of the client at the provider.'),
  OIDC_CLIENT_SECRET: text('Secret of the client at the provider.', SECRET),
  ADMIN_TELEGRAM_IDS: text('Telegram ids of the first admins.', IDS),
  PUBLIC_URL: text('Address under which people reach the product.', WEB_URL),
  TRUST_PROXY: integer(0, 10, 0, 'Number of proxies in front: position in X-Forwarded-For, counted from its end.'),
  INTERNAL_URL: text('Address of the web app for a worker on another machine. Default: PUBLIC_URL.', WEB_URL),
  SUPPORT_TELEGRAM: text('Telegram account that the purchase dialog names.'),
  STARS_PRICES: text('Prices of all packages in Telegram Stars. Default: Stars are not accepted.', STARS),
  CREATOR_SITE_ORIGIN: text('Address of the creator site. Default: that of the built extension.', WEB_URL),
  TELEGRAM_API_ROOT: text('Another Bot API server.', WEB_URL),
  CHROMIUM_PATH: text('The browser that makes the screenshots.'),
  S3_ENDPOINT: text('Address of an S3-compatible store.', WEB_URL),
  S3_REGION: Type.String({ default: 'us-east-1', description: 'Region of the store.' }),
  S3_BUCKET: text('Bucket of the store. Default: pictures are stored in Postgres.'),
  S3_ACCESS_KEY_ID: text('Id of the key to the store.'),
  S3_SECRET_ACCESS_KEY: text('The key to the store.'),
  SCREENSHOT_RETENTION_DAYS: integer(0, 36_500, 90, 'Screenshots older than this are deleted. 0 keeps them forever.'),
  BACKUP_DIR: text('Folder for scheduled backups, made by the worker. Default: none are made.'),
  BACKUP_EVERY_HOURS: number(1, 8_760, 24, 'Hours between two scheduled backups.'),
  BACKUP_KEEP: integer(1, 10_000, 7, 'Number of scheduled backups that are kept.'),
  BACKUP_TEST_GB: number(0, 100_000, 10, 'Largest database whose backups are restored as a test. 0: none are.'),
  METRICS_TOKEN: text('Token for /metrics from other machines. Default: only this machine may read them.', SECRET),
  LOG_LEVEL: word(LOG_LEVELS, 'info', 'Log level of pino.'),
  LEASE_SECONDS: integer(1, 86_400, 120, 'Time for which a device holds a claimed posting without a heartbeat.'),
  RATE_LIMIT_FACTOR: number(0.001, 1_000_000, 1, 'Multiplies every rate limit.'),
  HEALTH_PORT: Type.Unsafe<number | null>({
    ...integer(0, 65_535, 0, 'Port of /healthz, /readyz and /metrics in a process without the api role.'),
    nullable: true,
    default: null,
  }),
});
type Settings = Static<typeof Settings>;
const S3_NAMES = Object.keys(Settings.properties).filter((name) => name.startsWith('S3_'));

const isUrlOf = (protocols: readonly string[]) => (value: string) =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol);

const check = new Ajv({
  allErrors: true,
  verbose: true,
  validateSchema: false,
  coerceTypes: true,
  useDefaults: true,
  keywords: ['mustBe'],
  formats: {
    postgresUrl: isUrlOf(['postgres:', 'postgresql:']),
    webUrl: isUrlOf(['http:', 'https:']),
    botToken: /^\d+:[\w-]{30,}$/,
    secret: /^\S{16,}$/,
    starsPrices: (value) => readStarsPrices(value) !== null,
  },
}).compile<Settings>(Settings);

/** A value with a format may contain a token or a password, so it is not repeated. */
const sentence = ({ instancePath, keyword, parentSchema, data }: ErrorObject) =>
  `${instancePath.slice(1)} must ${parentSchema?.mustBe}${keyword === 'format' ? '' : `, not '${data}'`}.`;

/** One sentence for each problem. */
export class ConfigError extends UsageError {
  override name = 'ConfigError';
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

export const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

export type Config = Readonly<ReturnType<typeof readConfig>>;
export type S3Config = NonNullable<Config['s3']>;

/** A blank variable counts as not set. Throws ConfigError. */
export function readConfig(variables: Environment) {
  const { env, problems } = readSecretFiles(variables);
  problems.push(...unknownSettings(env, Object.keys(Settings.properties)));
  const isSet = (name: string) => Boolean(env[name]?.trim());
  const demo = !NOT_IN_DEMO.some(isSet);
  const set: unknown = Object.fromEntries([
    ...(demo ? [['AUTH_MODE', 'mock']] : []),
    ...Object.keys(Settings.properties).flatMap((name) => (isSet(name) ? [[name, env[name]?.trim()]] : [])),
  ]);
  if (!check(set)) throw new ConfigError([...problems, ...(check.errors ?? []).map(sentence)]);
  const host = set.HOST ?? (set.AUTH_MODE === 'mock' ? '127.0.0.1' : '0.0.0.0');
  const roles: readonly (typeof ROLES)[number][] = set.ROLE === 'all' ? ROLES : [set.ROLE];
  const usesS3 = S3_NAMES.some(isSet);
  const missing = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].filter((name) => !isSet(name));
  if (usesS3 && missing.length > 0) problems.push(`${missing.join(', ')} must be set too when S3 is used.`);
  const oidc = readOidc(set, problems);
  if (set.AUTH_MODE === 'mock' && !isLoopback(host)) {
    problems.push(`AUTH_MODE=mock lets anybody in and so needs HOST on loopback (127.0.0.1), not '${host}'.`);
  }
  if (set.AUTH_MODE === 'telegram' && roles.includes('api') && set.BOT_TOKEN === null) {
    problems.push('BOT_TOKEN is needed to check sign-ins; for a trial without Telegram set AUTH_MODE=mock.');
  }
  if (set.ROLE === 'bot' && set.BOT_TOKEN === null) {
    problems.push('ROLE=bot needs BOT_TOKEN: without it there is no bot to run.');
  }
  if (set.STARS_PRICES !== null && set.BOT_TOKEN === null) {
    problems.push('STARS_PRICES needs BOT_TOKEN: the bot receives the payments.');
  }
  const isOnlyWorker = roles.includes('worker') && !roles.includes('api');
  if (isOnlyWorker && set.PUBLIC_URL === null && set.INTERNAL_URL === null) {
    problems.push('A worker without the api role needs PUBLIC_URL or INTERNAL_URL to take screenshots.');
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    port: set.PORT,
    host,
    databaseUrl: withoutSlash(set.DATABASE_URL),
    roles,
    authMode: set.AUTH_MODE,
    demo,
    botToken: set.BOT_TOKEN,
    erasureKey: set.ERASURE_KEY ?? set.BOT_TOKEN ?? '',
    botUsername: set.BOT_USERNAME?.replace(/^@/, '') ?? null,
    oidc,
    adminTelegramIds: (set.ADMIN_TELEGRAM_IDS?.match(/\d+/g) ?? []) as readonly string[],
    publicUrl: withoutSlash(set.PUBLIC_URL),
    trustProxy: set.TRUST_PROXY,
    internalUrl: withoutSlash(set.INTERNAL_URL),
    supportTelegram: set.SUPPORT_TELEGRAM?.replace(/^@/, '') ?? null,
    /** Null: Stars are not accepted. */
    starsPrices: set.STARS_PRICES === null ? null : readStarsPrices(set.STARS_PRICES),
    /** Null: the extension is served with the site that it was built for. */
    creatorSiteOrigin: set.CREATOR_SITE_ORIGIN && new URL(set.CREATOR_SITE_ORIGIN).origin,
    telegramApiRoot: withoutSlash(set.TELEGRAM_API_ROOT) ?? 'https://api.telegram.org',
    chromiumPath: set.CHROMIUM_PATH,
    s3: usesS3
      ? {
          endpoint: withoutSlash(set.S3_ENDPOINT) ?? undefined,
          region: set.S3_REGION,
          bucket: set.S3_BUCKET ?? '',
          accessKeyId: set.S3_ACCESS_KEY_ID ?? '',
          secretAccessKey: set.S3_SECRET_ACCESS_KEY ?? '',
        }
      : null,
    screenshotRetentionDays: set.SCREENSHOT_RETENTION_DAYS,
    backups:
      set.BACKUP_DIR === null
        ? null
        : {
            folder: path.resolve(set.BACKUP_DIR),
            everyHours: set.BACKUP_EVERY_HOURS,
            keep: set.BACKUP_KEEP,
            testGb: set.BACKUP_TEST_GB,
          },
    metricsToken: set.METRICS_TOKEN,
    logLevel: set.LOG_LEVEL,
    dataDir: path.resolve(set.DATA_DIR),
    leaseSeconds: set.LEASE_SECONDS,
    rateLimitFactor: set.RATE_LIMIT_FACTOR,
    healthPort: set.HEALTH_PORT,
  };
}

/** Of settings that are valid but probably wrong, one sentence each. */
export function configWarnings({ publicUrl, roles, trustProxy }: Config): string[] {
  if (!roles.includes('api') || trustProxy > 0 || !publicUrl?.startsWith('https://')) return [];
  return [
    'PUBLIC_URL is https, so a proxy stands in front, but TRUST_PROXY is 0: all callers share the address of the proxy, and its rate limits.',
  ];
}
