import path from 'node:path';
import { ConfigError, readConfig } from './config.ts';

const BOT_TOKEN = `123456:${'A'.repeat(35)}`;
const TELEGRAM = { BOT_TOKEN };

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('without any setting', () => {
  test('the demo starts with mock sign-in on loopback, every role and an embedded Postgres', () => {
    expect(readConfig({})).toMatchObject({
      demo: true,
      authMode: 'mock',
      host: '127.0.0.1',
      port: 3000,
      roles: ['api', 'worker', 'bot'],
      databaseUrl: null,
      dataDir: path.resolve('.data'),
      leaseSeconds: 120,
      rateLimitFactor: 1,
      trustProxy: 0,
      logLevel: 'info',
      screenshotRetentionDays: 90,
      s3: null,
      telegramApiRoot: 'https://api.telegram.org',
    });
  });
});

test.each([
  { AUTH_MODE: 'mock' },
  { BOT_TOKEN },
  { ...TELEGRAM, PUBLIC_URL: 'https://flyers.example' },
  { ...TELEGRAM, DATABASE_URL: 'postgres://db/flyers' },
  { AUTH_MODE: 'mock', ROLE: 'api' },
])('with the settings %o the demo does not start', (env) => {
  expect(readConfig(env).demo).toBe(false);
});

test('Telegram sign-in listens on all addresses, mock sign-in on loopback only', () => {
  expect(readConfig(TELEGRAM)).toMatchObject({ authMode: 'telegram', host: '0.0.0.0', botToken: BOT_TOKEN });
  expect(readConfig({ AUTH_MODE: 'mock' }).host).toBe('127.0.0.1');
  for (const HOST of ['localhost', '::1', '127.0.0.2']) expect(problemsOf({ AUTH_MODE: 'mock', HOST })).toEqual([]);
});

test('values are parsed: trailing slashes, a leading @, lists, decimals, zeros and the S3 defaults', () => {
  expect(
    readConfig({
      ...TELEGRAM,
      ROLE: 'worker',
      PUBLIC_URL: 'https://flyers.example/',
      SUPPORT_TELEGRAM: '@help',
      CREATOR_SITE_ORIGIN: 'https://site.example/',
      ADMIN_TELEGRAM_IDS: '1, 2,,3 ',
      STARS_PRICES: 'basic=2500, mini=500,plus = 1400,enterprise=9900',
      RATE_LIMIT_FACTOR: '0.5',
      TRUST_PROXY: '2',
      SCREENSHOT_RETENTION_DAYS: '0',
      S3_BUCKET: 'flyers',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'key',
      OIDC_ISSUER: 'https://oauth.telegram.org',
      OIDC_CLIENT_ID: '1',
      OIDC_CLIENT_SECRET: 'secret-of-the-client',
    }),
  ).toMatchObject({
    oidc: { issuer: 'https://oauth.telegram.org', redirectUri: 'https://flyers.example/auth/callback' },
    roles: ['worker'],
    publicUrl: 'https://flyers.example',
    supportTelegram: 'help',
    creatorSiteOrigin: 'https://site.example',
    erasureKey: BOT_TOKEN,
    adminTelegramIds: ['1', '2', '3'],
    starsPrices: { mini: 500, plus: 1400, basic: 2500, enterprise: 9900 },
    rateLimitFactor: 0.5,
    trustProxy: 2,
    screenshotRetentionDays: 0,
    s3: { endpoint: undefined, region: 'us-east-1', bucket: 'flyers', accessKeyId: 'id', secretAccessKey: 'key' },
  });
});

test.each<[env: Record<string, string>, line: string]>([
  [{ PORT: 'http' }, "PORT must be a whole number from 0 to 65535, not 'http'."],
  [{ RATE_LIMIT_FACTOR: '-1' }, "RATE_LIMIT_FACTOR must be a number from 0.001 to 1000000, not '-1'."],
  [{ AUTH_MODE: 'none', ...TELEGRAM }, "AUTH_MODE must be one of telegram, mock, not 'none'."],
  [{ HOST: '0.0.0.0' }, "AUTH_MODE=mock lets anybody in and so needs HOST on loopback (127.0.0.1), not '0.0.0.0'."],
  [
    { AUTH_MODE: 'telegram' },
    'BOT_TOKEN is needed to check sign-ins; for a trial without Telegram set AUTH_MODE=mock.',
  ],
  [{ ROLE: 'bot', AUTH_MODE: 'mock' }, 'ROLE=bot needs BOT_TOKEN: without it there is no bot to run.'],
  [{ BOT_TOKEN: 'secret' }, "BOT_TOKEN must look like '123456:ABC...' as BotFather gives it."],
  [
    { ...TELEGRAM, DATABASE_URL: 'mysql://db' },
    'DATABASE_URL must be an address that starts with postgres:// or postgresql://.',
  ],
  ...['mini=500', 'mini=0,plus=1,basic=1,enterprise=1', 'mini=1,plus=1,basic=1,enterprise=1,basic=2'].map(
    (STARS_PRICES): [Record<string, string>, string] => [
      { ...TELEGRAM, STARS_PRICES },
      'STARS_PRICES must be mini=STARS,plus=STARS,basic=STARS,enterprise=STARS.',
    ],
  ),
  [
    { AUTH_MODE: 'mock', STARS_PRICES: 'mini=1,plus=1,basic=1,enterprise=1' },
    'STARS_PRICES needs BOT_TOKEN: the bot receives the payments.',
  ],
  [{ S3_BUCKET: 'flyers' }, 'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY must be set too when S3 is used.'],
  [
    { OIDC_ISSUER: 'https://oauth.telegram.org', OIDC_CLIENT_ID: '1' },
    'Sign-in by OpenID Connect needs OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and PUBLIC_URL.',
  ],
  [{ ADMIN_TELEGRAM_IDS: '1,@me' }, "ADMIN_TELEGRAM_IDS must be numbers separated by commas, not '1,@me'."],
])('%j is refused with one line that names the setting [S13.2-1]', (env, line) => {
  expect(problemsOf(env)).toEqual([line]);
});

test('all invalid values are reported together, one line each, without secrets', () => {
  const problems = problemsOf({ BOT_TOKEN: 'my-secret-token', DATABASE_URL: 'mysql://user:password@db' });
  expect(problems).toHaveLength(2);
  for (const line of problems) expect(line).toMatch(/^[^\n]+\.$/);
  expect(problems.join()).not.toMatch(/my-secret|password/);
});
