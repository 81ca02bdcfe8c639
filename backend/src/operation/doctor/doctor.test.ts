import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocketServer } from 'ws';
import { useTestServer } from '../../../test/testServer.ts';
import { type Config, readConfig } from '../../config.ts';
import { faults } from '../../metrics.ts';
import { readableLogger } from '../../server/http/smallServer.testing.ts';
import { faultsOf, logFaults } from './check.ts';
import { allChecks, startChecks } from './doctor.ts';
import { findFolderFaults } from './machine.ts';

const BOT_TOKEN = `123456:${'A'.repeat(35)}`;
const server = useTestServer({ BOT_TOKEN });

const servers: Server[] = [];
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flyerdeck-doctor-'));
  await writeFile(join(folder, 'file'), '');
});
afterAll(async () => {
  for (const server of servers) server.close();
  await rm(folder, { recursive: true });
});

/** Serves `answer` on a free port. Returns the address. */
async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
  { withWebSockets = false } = {},
): Promise<string> {
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  if (withWebSockets) new WebSocketServer({ server });
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const answering = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  serve((_, response) => response.writeHead(status, headers).end(JSON.stringify(body)), { withWebSockets: true });

/** A proxy that appends the caller's address to the header that `forward` returns. */
const proxyTo = (target: () => string, forward: (given: string) => string, withWebSockets = true) =>
  serve(
    async ({ headers, url }, response) => {
      const { 'x-forwarded-for': given = '', 'x-flyerdeck-doctor': probe = '' } = headers as Record<string, string>;
      const answer = await fetch(`${target()}${url}`, {
        headers: { 'X-Forwarded-For': forward(given), 'X-Flyerdeck-Doctor': probe },
      });
      response.writeHead(answer.status).end(await answer.text());
    },
    { withWebSockets },
  );
const appends = (given: string) => `${given}, 10.0.0.1`;
const replaces = () => '10.0.0.1';

const configOf = (env: Record<string, string>): Config =>
  readConfig({ AUTH_MODE: 'mock', DATA_DIR: folder, ROLE: 'api', ...env });
async function find(name: string, config: Config): Promise<readonly string[]> {
  const check = allChecks(config, server.context.db).find((check) => check.name === name);
  if (!check) throw new Error(`There is no check ${name}.`);
  return faultsOf(check);
}

describe('the public address', () => {
  const ask = (PUBLIC_URL: string, more = {}) => find('Address', configOf({ BOT_TOKEN, PUBLIC_URL, ...more }));

  test.each([
    ['appends to', appends],
    ['replaces', replaces],
  ])('the number of proxies is counted, where the first one %s the header', async (_what, forward) => {
    const outer = await proxyTo(() => server.baseUrl, forward);
    expect(await ask(outer, { TRUST_PROXY: '1' })).toEqual([]);
    expect(await ask(outer)).toEqual(['TRUST_PROXY is 0, but requests pass through 1 proxy: set it to 1.']);
    const inner = await proxyTo(() => server.baseUrl, appends);
    expect(await ask(await proxyTo(() => inner, forward), { TRUST_PROXY: '1' })).toEqual([
      'TRUST_PROXY is 1, but requests pass through 2 proxies: set it to 2.',
    ]);
  });

  test('a proxy without WebSockets', async () => {
    const proxy = await proxyTo(() => server.baseUrl, appends, false);
    expect(await ask(proxy, { TRUST_PROXY: '1' })).toEqual(['The proxy at PUBLIC_URL does not pass WebSockets on.']);
  });

  test('what answers is not this Flyerdeck', async () => {
    const proxy = await proxyTo(() => server.baseUrl, appends);
    const cases: [address: string, fault: string, more?: Record<string, string>][] = [
      ['http://127.0.0.1:2', 'PUBLIC_URL http://127.0.0.1:2 cannot be reached from here (ECONNREFUSED).'],
      [
        await answering(302, {}, { Location: 'https://www.example/' }),
        'PUBLIC_URL redirects to https://www.example/: set it to that address.',
      ],
      [await answering(502, {}), 'The proxy at PUBLIC_URL answers 502: it does not reach Flyerdeck.'],
      [await answering(404, {}), 'What answers at PUBLIC_URL is not Flyerdeck (status 404).'],
      [proxy, 'The server at PUBLIC_URL has another BOT_TOKEN.', { BOT_TOKEN: `654321:${'B'.repeat(35)}` }],
    ];
    for (const [address, fault, more] of cases) expect(await ask(address, more)).toEqual([fault]);
  });
});

describe('the bot', () => {
  const bot = (answers: Record<string, unknown>) =>
    serve(({ url = '' }, response) => response.end(JSON.stringify(answers[url.split('/').at(-1) ?? ''])));
  const ask = (TELEGRAM_API_ROOT: string, more = {}) =>
    find('Bot', configOf({ BOT_TOKEN, BOT_USERNAME: 'Our_bot', TELEGRAM_API_ROOT, ...more }));
  const getMe = { ok: true, result: { username: 'our_bot' } };

  test('a wrong token, a wrong name, and something else than the Bot API', async () => {
    expect(await ask(await bot({ getMe, getWebhookInfo: {} }))).toEqual([]);
    const refused = { ok: false, error_code: 401, description: 'Unauthorized' };
    const root = await bot({ getMe: {} });
    const ours = await bot({ getMe });
    const cases: [root: string, fault: string, more?: Record<string, string>][] = [
      [
        await bot({ getMe: refused }),
        'Telegram refuses BOT_TOKEN (401 Unauthorized): set the token that @BotFather shows.',
      ],
      [ours, 'BOT_USERNAME is other_bot, but the bot of BOT_TOKEN is our_bot.', { BOT_USERNAME: 'other_bot' }],
      [ours, 'BOT_USERNAME is not set, and the website needs it: set it to our_bot.', { BOT_USERNAME: '' }],
      [root, `${root} does not answer like a Bot API server: check TELEGRAM_API_ROOT.`],
      ['http://127.0.0.1:2', 'Telegram cannot be reached at http://127.0.0.1:2 (ECONNREFUSED).'],
    ];
    for (const [root, fault, more] of cases) expect(await ask(root, more)).toEqual([fault]);
  });

  test('a webhook of another address, and one that does not work', async () => {
    const PUBLIC_URL = 'https://flyers.example';
    const url = `${PUBLIC_URL}/api/telegram/webhook`;
    const withWebhook = async (result: object) =>
      ask(await bot({ getMe, getWebhookInfo: { ok: true, result } }), { PUBLIC_URL });
    expect(await withWebhook({ url })).toEqual([]);
    expect(await withWebhook({ url: '' })).toEqual([
      'Telegram does not deliver to PUBLIC_URL: is the process with the bot role running?',
    ]);
    const now = Date.now() / 1000;
    expect(await withWebhook({ url, last_error_date: now - 4_000, last_error_message: 'timeout' })).toEqual([]);
    expect(await withWebhook({ url, last_error_date: now - 60, last_error_message: 'Connection timed out' })).toEqual([
      'Telegram could not deliver to PUBLIC_URL: Connection timed out.',
    ]);
  });
});

test('a clock that is an hour off', async () => {
  const hourLater = new Date(Date.now() + 3_600_000).toUTCString();
  const telegram = await answering(302, {}, { Date: hourLater });
  const [fault] = await find('Clock', configOf({ BOT_TOKEN, TELEGRAM_API_ROOT: telegram }));
  expect(fault).toMatch(/^The clock of this machine is (3600|3599|3601) s behind that of Telegram: set it by NTP\.$/);
  expect(await find('Clock', configOf({}))).toEqual([]);
});

test('folders that cannot be written or have no room', async () => {
  expect(await find('Disk', configOf({ DATA_DIR: join(folder, 'file', 'data') }))).toEqual([
    expect.stringMatching(/^DATA_DIR: .+\/file\/data is not in a folder: a part of the path is a file\.$/),
  ]);
  expect(await find('Disk', configOf({ ROLE: 'all', BACKUP_DIR: '/proc/backups' }))).toEqual([
    'BACKUP_DIR: /proc/backups does not exist and cannot be made.',
  ]);
  expect(await findFolderFaults('DATA_DIR', folder, 1e18)).toEqual([
    expect.stringMatching(/^DATA_DIR .+ has \d+ MB free, and needs 1000000000000 MB\.$/),
  ]);
});

test('an S3 store that is away, has no such bucket, or refuses the key', async () => {
  const S3 = { S3_BUCKET: 'flyers', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' };
  const ask = (S3_ENDPOINT: string) => find('File store', configOf({ ...S3, S3_ENDPOINT }));
  const s3Error = (status: number, code: string) =>
    serve((_, response) =>
      response.writeHead(status, { 'Content-Type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`),
    );
  // In Jest the SDK wraps the errors of Node, because its own Error is another class.
  expect(await ask('http://127.0.0.1:2')).toEqual([
    expect.stringMatching(/^The S3 store cannot be used \(.*ECONNREFUSED.*\): check S3_ENDPOINT\.$/),
  ]);
  expect(await ask(await s3Error(404, 'NoSuchBucket'))).toEqual(['S3_BUCKET: there is no bucket flyers.']);
  expect(await ask(await s3Error(403, 'SignatureDoesNotMatch'))).toEqual([
    'The S3 store refuses the key of S3_ACCESS_KEY_ID (SignatureDoesNotMatch).',
  ]);
});

test('a Chromium that is missing, and a backup that is missing', async () => {
  const config = configOf({ ROLE: 'all', CHROMIUM_PATH: '/no/chromium', BACKUP_DIR: join(folder, 'backups') });
  expect(await find('Chromium', config)).toEqual([
    'Chromium cannot be started, so that there are no screenshots: CHROMIUM_PATH is not an executable file.',
  ]);
  expect(await find('Backups', config)).toEqual([
    expect.stringMatching(/^BACKUP_DIR .+ has no backup of the last 48 hours: see the worker's log\.$/),
  ]);
});

test('a process logs the faults at its start, also those of a check that fails, but not while it stops', async () => {
  const { logger, lines } = readableLogger();
  const checks = [
    { name: 'One', find: async () => ['It is wrong.'] },
    { name: 'Two', find: () => Promise.reject(new Error('no network')) },
  ];
  await logFaults(checks, { logger, isStopping: () => false });
  await logFaults(checks, { logger, isStopping: () => true });
  expect(lines().map(({ check, msg }) => [check, msg])).toEqual([
    ['One', 'It is wrong.'],
    ['Two', 'Two could not be checked: no network.'],
  ]);
  expect((await faults.get()).values).toMatchObject([{ value: 2 }]);
  const { db } = server.context;
  expect(startChecks(configOf({ ROLE: 'bot', BOT_TOKEN }), db).map(({ name }) => name)).toEqual([
    'Disk',
    'Clock',
    'Bot',
  ]);
});
