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
