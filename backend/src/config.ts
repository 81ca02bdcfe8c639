import { isIP } from 'node:net';
import path from 'node:path';
import { cwd } from 'node:process';

export const ROLES = ['api', 'worker', 'bot'] as const;
export type Role = (typeof ROLES)[number];

export interface S3Config {
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absent: embedded Postgres under dataDir. */
  readonly databaseUrl: string | null;
  readonly roles: readonly Role[];
  readonly authMode: 'telegram' | 'mock';
  /** Nothing was set: mock sign-in, demo data, demo page agents. */
  readonly demo: boolean;
  readonly botToken: string | null;
  readonly botUsername: string | null;
  readonly adminTelegramIds: readonly string[];
  /** Where people reach us, without a slash at the end; absent on loopback. */
  readonly publicUrl: string | null;
  /** How many proxies stand before us: so many entries of X-Forwarded-For, from its end, are believed. */
  readonly trustProxy: number;
  /** Where a worker of another machine reaches the web app for its pictures; absent, by publicUrl. */
  readonly internalUrl: string | null;
  readonly supportTelegram: string | null;
  readonly telegramApiRoot: string;
  readonly chromiumPath: string | null;
  readonly s3: S3Config | null;
  /** Screenshots older than this are deleted; 0 keeps them for ever. */
  readonly screenshotRetentionDays: number;
  readonly logLevel: string;
  readonly dataDir: string;
  readonly leaseSeconds: number;
  readonly rateLimitFactor: number;
  /** Where a process without the api role answers /healthz, /readyz and /metrics. */
  readonly healthPort: number | null;
}

/** Settings that make no sense; every line says which and what would. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
  }
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
const S3_KEYS = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
/** Any of these set, and this is somebody's installation, no demo. */
const OWN_INSTALLATION = ['AUTH_MODE', 'BOT_TOKEN', 'PUBLIC_URL', 'DATABASE_URL', 'ROLE'];

export const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** Environment -> typed settings, checked once. Throws ConfigError with one clear line for each wrong value. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const value = (name: string) => env[name]?.trim() || null;

  const number = (name: string, fallback: number, min: number, max: number, whole = true): number => {
    const raw = value(name);
    if (raw === null) return fallback;
    const parsed = Number(raw);
    if (!Number.isFinite(parsed) || parsed < min || parsed > max || (whole && !Number.isInteger(parsed))) {
      problems.push(`${name} must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}, not '${raw}'.`);
      return fallback;
    }
    return parsed;
  };
  const oneOf = <const T extends readonly string[]>(name: string, words: T, fallback: T[number]): T[number] => {
    const raw = value(name);
    if (raw === null || words.includes(raw)) return raw ?? fallback;
    problems.push(`${name} must be one of ${words.join(', ')}, not '${raw}'.`);
    return fallback;
  };
  const url = (name: string, protocols: readonly string[]): string | null => {
    const raw = value(name);
    if (raw === null) return null;
    if (!URL.canParse(raw) || !protocols.includes(new URL(raw).protocol)) {
      problems.push(`${name} must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`);
      return null;
    }
    return raw.replace(/\/+$/, '');
  };

  const demo = OWN_INSTALLATION.every((name) => value(name) === null);
  const botToken = value('BOT_TOKEN');
  const authMode = oneOf('AUTH_MODE', ['telegram', 'mock'], demo ? 'mock' : 'telegram');
  const role = oneOf('ROLE', ['all', ...ROLES], 'all');
  const roles = role === 'all' ? ROLES : [role as Role];
  const host = value('HOST') ?? (authMode === 'mock' ? '127.0.0.1' : '0.0.0.0');
  if (authMode === 'mock' && !isLoopback(host)) {
    problems.push(`AUTH_MODE=mock lets anybody in and so needs HOST on loopback (127.0.0.1), not '${host}'.`);
  }
  if (authMode === 'telegram' && roles.includes('api') && botToken === null) {
    problems.push('BOT_TOKEN is needed to check sign-ins; for a trial without Telegram set AUTH_MODE=mock.');
  }
  if (role === 'bot' && botToken === null) {
    problems.push('ROLE=bot needs BOT_TOKEN: without it there is no bot to run.');
  }
  if (botToken !== null && !/^\d+:[\w-]{30,}$/.test(botToken)) {
    problems.push("BOT_TOKEN must look like '123456:ABC...' as BotFather gives it.");
  }

  const givenS3 = S3_KEYS.filter((name) => value(name) !== null);
  const missingS3 = (['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const).filter(
    (name) => value(name) === null,
  );
  if (givenS3.length > 0 && missingS3.length > 0)
    problems.push(`${missingS3.join(', ')} must be set too when S3 is used.`);
  for (const name of Object.keys(env)) {
    if (name.startsWith('S3_') && !S3_KEYS.includes(name as (typeof S3_KEYS)[number])) {
      problems.push(`${name} is no setting; S3 takes ${S3_KEYS.join(', ')}.`);
    }
  }

  const adminTelegramIds = (value('ADMIN_TELEGRAM_IDS') ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean);
  for (const id of adminTelegramIds) {
    if (!/^\d{1,20}$/.test(id))
      problems.push(`ADMIN_TELEGRAM_IDS must be numbers separated by commas; '${id}' is none.`);
  }

  const config: Config = {
    port: number('PORT', 3000, 0, 65_535),
    host,
    databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
    roles,
    authMode,
    demo,
    botToken,
    botUsername: value('BOT_USERNAME'),
    adminTelegramIds,
    publicUrl: url('PUBLIC_URL', ['http:', 'https:']),
    trustProxy: number('TRUST_PROXY', 0, 0, 10),
    internalUrl: url('INTERNAL_URL', ['http:', 'https:']),
    supportTelegram: value('SUPPORT_TELEGRAM')?.replace(/^@/, '') ?? null,
    telegramApiRoot: url('TELEGRAM_API_ROOT', ['http:', 'https:']) ?? 'https://api.telegram.org',
    chromiumPath: value('CHROMIUM_PATH'),
    s3:
      givenS3.length === 0
        ? null
        : {
            endpoint: url('S3_ENDPOINT', ['http:', 'https:']) ?? undefined,
            region: value('S3_REGION') ?? 'us-east-1',
            bucket: value('S3_BUCKET') ?? '',
            accessKeyId: value('S3_ACCESS_KEY_ID') ?? '',
            secretAccessKey: value('S3_SECRET_ACCESS_KEY') ?? '',
          },
    screenshotRetentionDays: number('SCREENSHOT_RETENTION_DAYS', 90, 0, 36_500),
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    dataDir: path.resolve(cwd(), value('DATA_DIR') ?? '.data'),
    leaseSeconds: number('LEASE_SECONDS', 120, 1, 86_400),
    healthPort: value('HEALTH_PORT') === null ? null : number('HEALTH_PORT', 0, 0, 65_535),
    rateLimitFactor: number('RATE_LIMIT_FACTOR', 1, 0.001, 1_000_000, false),
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** What a setting makes likely to be wrong, one sentence each. */
export function configWarnings({ publicUrl, roles, trustProxy }: Config): string[] {
  if (!roles.includes('api') || trustProxy > 0 || !publicUrl?.startsWith('https://')) return [];
  return [
    'PUBLIC_URL is https, so a proxy stands in front, but TRUST_PROXY is 0: all callers share the address of the proxy, and its rate limits.',
  ];
}
