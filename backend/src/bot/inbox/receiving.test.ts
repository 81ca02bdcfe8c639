import { createHash } from 'node:crypto';
import { MAX_FLYER_BYTES_PER_USER } from '@flyerdeck/contracts';
import fc from 'fast-check';
import type { Update } from 'grammy/types';
import { pino } from 'pino';
import { eventually } from '../../../test/eventually.ts';
import { buildUsedSpace } from '../../../test/factories.ts';
import { useTestServer } from '../../../test/testServer.ts';
import { BOT_TOKEN } from '../../accounts/auth/proofs.fixture.ts';
import { inTransaction } from '../../database/transaction.ts';
import { photo, png } from '../../files/images.fixture.ts';
import { deleteOldBotRows } from '../../housekeeping.ts';
import { botTokenRefused } from '../../metrics.ts';
import { sendRaw } from '../../server/http/rawRequest.testing.ts';
import { readableLogger } from '../../server/http/smallServer.testing.ts';
import { useBot } from '../bot.testing.ts';
import { appLinkTo, queueMessages } from '../outbox/outbox.ts';
import { createTelegram } from '../outbox/telegram.ts';
import { handleUpdate } from './handleUpdate.ts';
import { startBot } from './startBot.ts';
import { storeUpdates } from './updates.query.ts';
import { WEBHOOK_PATH, webhookSecret } from './webhook.routes.ts';

describe('receiving', () => {
  const bot = useBot({ publicUrl: 'https://flyers.example' });
  const storedUpdates = () => bot.rows<{ update_id: string }>('SELECT update_id FROM bot_updates ORDER BY update_id');
  const deleteUpdates = () => bot.rows('DELETE FROM bot_updates');
  const countCalls = (method: string) => bot.fake.calls.filter((call) => call.method === method).length;
  const waitForCalls = (method: string, more: number) =>
    eventually(
      () => countCalls(method),
      (calls) => calls >= more,
    );
  const waitForUpdates = (count: number) => eventually(storedUpdates, (rows) => rows.length === count);

  beforeEach(async () => {
    // An earlier test may have ended before its last update was acknowledged: it would be delivered again.
    bot.fake.telegram.updatesFrom(Number.MAX_SAFE_INTEGER, 0);
    bot.fake.feed.deleteWebhook();
    await deleteUpdates();
  });

  describe('long polling', () => {
    test('an update is acknowledged only after it was stored, and is fetched again when storing it failed', async () => {
      await bot.rows('ALTER TABLE bot_updates RENAME TO out_of_reach');
      bot.startReceiving();
      const { update_id } = bot.fake.telegram.sendText(bot.person(), '/help');
      await waitForCalls('getUpdates', 2);
      expect(bot.fake.telegram.updatesFrom(0, 10).map((update) => update.update_id)).toContain(update_id);
      await bot.rows('ALTER TABLE out_of_reach RENAME TO bot_updates');
      await waitForUpdates(1);
      await eventually(
        () => bot.fake.telegram.updatesFrom(0, 10).length,
        (waiting) => waiting === 0,
      );
    });

    test('texts with null characters, lone surrogates and backslashes are stored, and later updates are received', async () => {
      bot.startReceiving();
      await bot.startWorking();
      const anna = bot.person();
      for (const text of ['a\0b', 'typed: \\u0000', 'half \ud83d of one', '\\', '"'])
        bot.fake.telegram.sendText(anna, text);
      bot.fake.telegram.sendText(anna, '/new \\u0000 "quoted"');
      const replies = await bot.messagesTo(anna, 6);
      expect(replies[5]?.text).toBe('"\\u0000 "quoted"" is ready: send me its flyers.');
    });

    test('one process receives updates, and a second one starts receiving when the first has stopped', async () => {
      const first = bot.startReceiving();
      await waitForCalls('getUpdates', 1);
      bot.startReceiving();
      const before = countCalls('getUpdates');
      for (let i = 0; i < 5; i++) bot.fake.telegram.sendText(bot.person(), '/help');
      await waitForUpdates(5);
      // One process sends one request per update. Two would abort each other's requests and send many more.
      expect(countCalls('getUpdates') - before).toBeLessThanOrEqual(6);
      await first.stop();
      bot.fake.telegram.sendText(bot.person(), '/help');
      await waitForUpdates(6);
    });

    test('a refused token is one error in the log, for receiving and sending, and in the metrics; the web is still served [S16.5-4]', async () => {
      const { lines, text, logger } = readableLogger();
      const isRefused = async () => (await botTokenRefused.get()).values[0]?.value;
      const withToken = (botToken: string) => ({ ...bot.context.config, publicUrl: null, botToken });
      const running = startBot({ ...bot.context, logger, config: withToken('1:wrong') });
      try {
        await eventually(isRefused, (value) => value === 1);
        const { api, circuitBreaker } = createTelegram(withToken('1:wrong'), logger);
        await expect(circuitBreaker.run(() => api.getMe())).rejects.toThrow('401 Unauthorized');
        const errors = lines().filter(({ level }) => Number(level) >= 50);
        expect(errors).toEqual([
          expect.objectContaining({ msg: expect.stringContaining('Telegram refuses BOT_TOKEN') }),
        ]);
        expect(text()).not.toContain('1:wrong');
        expect((await fetch(`${bot.server.baseUrl}/healthz`)).status).toBe(200);
      } finally {
        await running?.stop();
      }
      bot.startReceiving();
      await eventually(isRefused, (value) => value === 0);
    });

    test('a stop ends a long poll, and a backoff', async () => {
      const calls = countCalls('getUpdates');
      const polling = bot.startReceiving();
      await waitForCalls('getUpdates', calls + 1);
      await polling.stop();
      bot.fake.faults.plan({ fault: { kind: 'server_error' } });
      const failed = bot.fake.calls.length;
      const waiting = bot.startReceiving();
      // Two more calls: the first one was answered with an error.
      await eventually(
        () => bot.fake.calls.length,
        (now) => now >= failed + 2,
      );
      await waiting.stop();
    });
  });

  describe('a webhook', () => {
    const post = (secret: string | null, body: unknown = { update_id: 5 }) =>
      fetch(`${bot.server.baseUrl}/api/telegram/webhook`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          ...(secret === null ? {} : { 'X-Telegram-Bot-Api-Secret-Token': secret }),
        },
        body: JSON.stringify(body),
      });

    test.each([null, '', 'wrong', webhookSecret(`${BOT_TOKEN}x`), `${webhookSecret(BOT_TOKEN)} `.repeat(2)])(
      'with the wrong secret %j is refused and nothing is stored',
      async (secret) => {
        const response = await post(secret);
        expect(response.status).toBe(401);
        expect(await response.json()).toMatchObject({ code: 'webhook.unauthorized' });
        expect(await storedUpdates()).toEqual([]);
      },
    );

    test('with the right secret is stored once, also when it is delivered three times', async () => {
      for (let time = 0; time < 3; time++) expect((await post(webhookSecret(BOT_TOKEN))).status).toBe(200);
      expect(await storedUpdates()).toEqual([{ update_id: '5' }]);
    });

    test('is set when PUBLIC_URL is https; updates are answered, and delivered again after a failure', async () => {
      bot.fake.feed.deliverTo = bot.server.baseUrl;
      await bot.startWorking();
      bot.startReceiving({ publicUrl: 'https://flyers.example' });
      await eventually(
        () => bot.fake.feed.webhookUrl,
        (url) => url === 'https://flyers.example/api/telegram/webhook',
      );
      const callsBefore = countCalls('getUpdates');
      await bot.rows('ALTER TABLE bot_updates RENAME TO out_of_reach');
      const anna = bot.person();
      bot.fake.telegram.sendText(anna, '/help');
      bot.fake.telegram.sendText(anna, '/balance');
      await new Promise((resolve) => setTimeout(resolve, 500));
      await bot.rows('ALTER TABLE out_of_reach RENAME TO bot_updates');
      const replies = await bot.messagesTo(anna, 2);
      expect(replies[1]?.text).toMatch(/^Your balance/);
      expect(countCalls('getUpdates')).toBe(callsBefore);
    });
  });
});

describe('odd updates', () => {
  const server = useTestServer();
  const log: Record<string, unknown>[] = [];
  const logger = pino({ level: 'trace' }, { write: (line) => void log.push(JSON.parse(line)) });
  beforeEach(() => void log.splice(0));

  let lastId = 0;
  const store = (updates: readonly object[]) => storeUpdates(server.context.db, updates as Update[]);
  const run = (updateId: number) =>
    handleUpdate({ ...server.context, logger, appLink: appLinkTo('https://flyers.example') })(
      { update_id: String(updateId) },
      { abortSignal: new AbortController().signal } as never,
    );
  /** Stores and handles one update, and says whether it is marked as handled. */
  async function receive(body: object): Promise<boolean> {
    const updateId = ++lastId;
    await store([{ ...body, update_id: updateId }]);
    await run(updateId);
    const { rows } = await server.context.pool.query(
      'SELECT handled_at IS NOT NULL AS done FROM bot_updates WHERE update_id = $1',
      [updateId],
    );
    return rows[0]?.done;
  }

  const SECRET = 'a text that nobody else may read';
  const FROM = { id: 7_000_001, is_bot: false, first_name: 'Anna', language_code: 'en' };
  const CHAT = { id: FROM.id, type: 'private', first_name: 'Anna' };
  const MESSAGE = { message_id: 1, date: 1_700_000_000, chat: CHAT, from: FROM };
  const PRESS = { id: '1', from: FROM, chat_instance: '1', message: MESSAGE };

  test('an update that cannot be handled is recorded with its id only', async () => {
    expect(await receive({ message: { ...MESSAGE, photo: [], caption: SECRET } })).toBe(true);
    expect(log).toEqual([expect.objectContaining({ level: 40, updateId: String(lastId) })]);
    expect(JSON.stringify(log)).not.toContain(SECRET);
  });

  test('updates without a usable id do not hold up the others', async () => {
    const updateId = ++lastId;
    const odd = [1.5, 1e30, -1e30, 'x', null, undefined, {}].map((update_id) => ({ update_id, message: MESSAGE }));
    expect(await store([...odd, { update_id: updateId, message: MESSAGE }])).toBe(1);
  });

  test('generated updates are all handled, and their texts are not logged', async () => {
    const junk = fc.oneof(
      fc.constant(undefined),
      fc.constant(null),
      fc.integer(),
      fc.double(),
      fc.string(),
      fc.jsonValue({ maxDepth: 2 }),
    );
    /** A shape of which any fields are missing or something else. */
    const oddly = (fields: Record<string, unknown>): fc.Arbitrary<object> =>
      fc.record(
        Object.fromEntries(
          Object.entries(fields).map(([name, value]) => [
            name,
            fc.oneof({ weight: 8, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: junk }),
          ]),
        ),
      );
    const from = fc.oneof(fc.constant(FROM), oddly(FROM));
    const chat = fc.oneof(fc.constant(CHAT), oddly(CHAT));
    const text = fc.constantFrom('/start', '/new x', '/settings', '/queue@flyerdeck_bot', SECRET, '');
    const entities = fc.array(oddly({ type: 'bot_command', offset: 0, length: 4 }), { maxLength: 2 });
    const photo = fc.array(oddly({ file_id: 'f', file_unique_id: 'u', width: 9, height: 9, file_size: 9 }), {
      maxLength: 2,
    });
    const message = fc
      .tuple(
        oddly({ ...MESSAGE, caption: 'c', media_group_id: 'g' }),
        from,
        chat,
        fc.oneof(
          fc.record({ text, entities }),
          fc.record({ photo }),
          oddly({ document: { file_id: 'f', mime_type: 'image/png' }, video: null }),
          fc.record({ text: junk, entities: junk }),
        ),
      )
      .map(([fields, from, chat, content]) => ({ ...fields, from, chat, ...content }));
    const data = fc.oneof(
      fc.constantFrom('live:1', 'set:quiet:x', `resume:${'0'.repeat(8)}-0000-0000-0000-000000000000:1`),
      junk,
    );
    const press = fc
      .tuple(oddly(PRESS), from, message, data)
      .map(([fields, from, message, data]) => ({ ...fields, from, message, data }));
    const kinds = fc.constantFrom(
      'message',
      'callback_query',
      'edited_message',
      'channel_post',
      'my_chat_member',
      'unknown',
    );
    await fc.assert(
      fc.asyncProperty(kinds, fc.oneof(message, press, junk), async (kind, content) => {
        expect(await receive({ [kind]: content })).toBe(true);
        expect(JSON.stringify(log.splice(0))).not.toContain(SECRET);
      }),
      { numRuns: 300 },
    );
  });
});

// With this factor 6 wrong secrets per minute are allowed.
const server = useTestServer({
  BOT_TOKEN,
  PUBLIC_URL: 'https://flyers.example',
  RATE_LIMIT_FACTOR: '0.01',
  TRUST_PROXY: '1',
});

const secretHeader = (secret: string) => ({ 'X-Telegram-Bot-Api-Secret-Token': secret });
const rightSecret = secretHeader(webhookSecret(BOT_TOKEN));
const send = async (headers: Record<string, string>, body = '{"update_id":1}') => {
  const response = await fetch(`${server.baseUrl}${WEBHOOK_PATH}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
  return response.status;
};

test('a request with a wrong secret is refused before its body is read', async () => {
  const headers = { ...secretHeader('wrong'), 'Content-Type': 'application/json', 'Content-Length': '90000' };
  const { socket, answer } = await sendRaw(server.baseUrl, `POST ${WEBHOOK_PATH}`, headers, '{"update_id":');
  expect(await answer).toMatch(/^HTTP\/1.1 401 /);
  socket.destroy();
});

test('requests with wrong secrets are limited by address, and requests with the right secret are not', async () => {
  const address = { 'X-Forwarded-For': '198.51.100.9' };
  const statuses: number[] = [];
  for (let sent = 0; sent < 7; sent++) statuses.push(await send({ ...secretHeader('wrong'), ...address }));
  expect(statuses).toEqual([...Array(6).fill(401), 429]);
  expect(await send({ ...rightSecret, ...address })).toBe(200);
});

test('an update of 200 kB is accepted; one of 1 MB, and a compressed one are refused', async () => {
  expect(await send(rightSecret, JSON.stringify({ update_id: 2, message: { text: 'x'.repeat(200_000) } }))).toBe(200);
  expect(await send(rightSecret, JSON.stringify({ update_id: 3, message: { text: 'x'.repeat(1_000_000) } }))).toBe(413);
  expect(await send({ ...rightSecret, 'Content-Encoding': 'gzip' })).toBe(415);
});

const bot = useBot({ publicUrl: 'https://flyers.example' });

interface Flyer {
  readonly assistant: string;
  readonly assistant_id: string;
  readonly description: string;
  readonly sha256: string;
  readonly byte_size: number;
}
const flyersOf = (telegramId: number) =>
  bot.rows<Flyer>(
    `SELECT a.name AS assistant, a.id AS assistant_id, t.description, f.sha256, f.byte_size FROM tasks t
     JOIN assistants a ON a.id = t.assistant_id JOIN users u ON u.id = a.owner_id JOIN files f ON f.id = t.file_id
     WHERE u.telegram_id = $1 ORDER BY a.created_at, t.sequence_order`,
    [String(telegramId)],
  );
const descriptionsOf = async (telegramId: number) => (await flyersOf(telegramId)).map(({ description }) => description);
const album = (captions: readonly string[]) =>
  Promise.all(captions.map(async (caption, i) => ({ bytes: await photo(60 + i, 40), caption })));
const hashesOf = (pictures: readonly { bytes: Buffer }[]) =>
  pictures.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'));

describe('with a worker', () => {
  beforeEach(async () => {
    bot.startReceiving();
    await bot.startWorking();
  });

  test('a photo becomes a flyer of a new assistant, unchanged and in its largest size, and the reply links to the assistant', async () => {
    const anna = bot.person();
    const bytes = await photo();
    await bot.fake.telegram.sendPhoto(anna, { bytes, caption: 'Three free days' });
    const [answer] = await bot.messagesTo(anna, 1);
    const [flyer] = await flyersOf(anna.id);
    expect(flyer).toMatchObject({ description: 'Three free days', byte_size: bytes.length });
    expect(answer?.text).toMatch(/^Added 1 flyer to "Flyers \d{4}-\d\d-\d\d"\.$/);
    expect(answer?.button).toEqual({
      text: 'Open Flyerdeck',
      url: `https://flyers.example/?view=assistants&expandAssistant=${flyer?.assistant_id}`,
      opensMiniApp: true,
    });
  });

  test('flyers are added to the newest waiting assistant, not to a queued or deleted one', async () => {
    const anna = bot.person();
    for (const name of ['Old', 'Newest', 'Queued', 'Deleted']) {
      bot.fake.telegram.sendText(anna, `/new ${name}`);
      await bot.messagesTo(anna, ['Old', 'Newest', 'Queued', 'Deleted'].indexOf(name) + 1);
    }
    const mine = 'owner_id = (SELECT id FROM users WHERE telegram_id = $1)';
    await bot.rows(`UPDATE assistants SET queued_at = now() WHERE name = 'Queued' AND ${mine}`, [String(anna.id)]);
    await bot.rows(`UPDATE assistants SET deleted_at = now() WHERE name = 'Deleted' AND ${mine}`, [String(anna.id)]);
    await bot.fake.telegram.sendDocument(anna, { bytes: await png(), caption: 'As a file' });
    const replies = await bot.messagesTo(anna, 5);
    expect(replies[4]?.text).toBe('Added 1 flyer to "Newest".');
    expect(await flyersOf(anna.id)).toMatchObject([{ assistant: 'Newest', description: 'As a file' }]);
  });

  test('an album becomes flyers of one assistant in the order of the album, each with the single caption', async () => {
    const anna = bot.person();
    const pictures = await album(['', 'One for all', '', '', '']);
    await bot.fake.telegram.sendAlbum(anna, pictures, { order: [3, 0, 4, 2, 1] });
    const [answer] = await bot.messagesTo(anna, 1);
    expect(answer?.text).toMatch(/^Added 5 flyers to .*\.$/);
    const flyers = await flyersOf(anna.id);
    expect(flyers.map(({ sha256 }) => sha256)).toEqual(hashesOf(pictures));
    expect(flyers.map(({ description }) => description)).toEqual(Array(5).fill('One for all'));
    expect(new Set(flyers.map(({ assistant_id }) => assistant_id)).size).toBe(1);
    expect(await bot.messagesTo(anna, 1)).toHaveLength(1);
  });

  test('pictures beyond the quota are refused without creating an assistant; pictures that still fit are added', async () => {
    const anna = bot.person();
    bot.fake.telegram.sendText(anna, '/start');
    await bot.messagesTo(anna, 1);
    const [user] = await bot.rows<{ id: string }>('SELECT id FROM users WHERE telegram_id = $1', [String(anna.id)]);
    const [small, large] = [await photo(60, 40), await photo(900, 700)];
    await buildUsedSpace(bot.context.db, user?.id ?? '', MAX_FLYER_BYTES_PER_USER - small.length);
    await bot.fake.telegram.sendPhoto(anna, { bytes: large });
    const tooMuch = 'your flyers may take up 2 GB; delete some in the app first.';
    expect((await bot.messagesTo(anna, 2))[1]?.text).toBe(`The file was not taken: ${tooMuch}`);
    expect(await bot.rows('SELECT 1 FROM assistants WHERE owner_id = $1', [user?.id])).toEqual([]);
    await bot.fake.telegram.sendAlbum(anna, [{ bytes: large }, { bytes: small }], { asDocuments: true });
    expect((await bot.messagesTo(anna, 3))[2]?.text).toMatch(
      new RegExp(`^Added 1 flyer to .*\\.\\nNumber 1 of the album was not taken: ${tooMuch}$`),
    );
    expect(await flyersOf(anna.id)).toMatchObject([{ byte_size: small.length }]);
  });

  test('files of an album that are not pictures, too large or damaged are refused with a reason each, and the others are added', async () => {
    const anna = bot.person();
    const whole = await photo();
    const large = Buffer.concat([whole, Buffer.alloc(10 * 1024 * 1024)]);
    await bot.fake.telegram.sendAlbum(
      anna,
      [
        { bytes: whole },
        { bytes: Buffer.from('%PDF-1.7'), fileName: 'a.pdf', mimeType: 'application/pdf' },
        { bytes: large },
        { bytes: whole.subarray(0, whole.length / 2) },
        { bytes: Buffer.from('<svg/>'), fileName: 'a.svg', mimeType: 'image/svg+xml' },
      ],
      { asDocuments: true },
    );
    const [answer] = await bot.messagesTo(anna, 1);
    expect(answer?.text.split('\n').slice(1)).toEqual([
      'Number 2 of the album was not taken: it is not a JPEG, PNG, WebP or GIF picture.',
      'Number 3 of the album was not taken: it is larger than 10 MB.',
      'Number 4 of the album was not taken: it is damaged or too large to be opened.',
      'Number 5 of the album was not taken: it is not a JPEG, PNG, WebP or GIF picture.',
    ]);
    expect(await flyersOf(anna.id)).toHaveLength(1);
  });
});

test('an album that is received by two processes and handled by two workers becomes one set of flyers', async () => {
  const anna = bot.person();
  const updates = await bot.fake.telegram.sendAlbum(anna, await album(['Sale', '', '', '', '', '']));
  const stored = updates as unknown as Parameters<typeof storeUpdates>[1];
  // The parts are delivered twice, in overlapping halves and in another order.
  await Promise.all([
    storeUpdates(bot.context.db, [...stored].reverse()),
    storeUpdates(bot.context.db, stored.slice(0, 4)),
    storeUpdates(bot.context.db, stored.slice(2)),
  ]);
  const handle = handleUpdate({ ...bot.context, appLink: appLinkTo('https://flyers.example') });
  const abortSignal = new AbortController().signal;
  // The test also handles every update, twice at the same time, while two workers run.
  await Promise.all([
    bot.startWorking(),
    bot.startWorking(),
    ...stored.flatMap(({ update_id }) => [
      handle({ update_id: String(update_id) }, { abortSignal }),
      handle({ update_id: String(update_id) }, { abortSignal }),
    ]),
  ]);
  await bot.messagesTo(anna, 1);
  await eventually(
    () => bot.rows('SELECT 1 FROM graphile_worker.jobs WHERE task_identifier NOT LIKE $1', ['%sweep']),
    (jobs) => jobs.length === 0,
  );
  expect(await descriptionsOf(anna.id)).toEqual(Array(6).fill('Sale'));
  expect(await bot.messagesTo(anna, 1)).toHaveLength(1);
});

describe('old rows', () => {
  const bot = useBot();

  const queueText = async (dedupeKey?: string) => {
    const { id } = bot.person();
    bot.fake.telegram.meet({ id, first_name: 'Anna' });
    const message = { payload: { kind: 'text', text: 'hello' } as const, ...(dedupeKey ? { dedupeKey } : {}) };
    await inTransaction(bot.context.db, (db) => queueMessages(db, String(id), [message]));
    return String(id);
  };

  test('old handled updates and sent messages are deleted; waiting ones and messages about finished assistants are kept', async () => {
    await bot.rows('DELETE FROM bot_messages');
    await bot.rows('DELETE FROM bot_updates');
    await bot.rows(`INSERT INTO bot_updates (update_id, body, received_at, handled_at) VALUES
    (1, '{}', now() - interval '9 days', NULL), (2, '{}', now() - interval '9 days', now() - interval '4 days'),
    (3, '{}', now() - interval '9 days', now() - interval '2 days')`);
    const waiting = await queueText();
    const sent = await queueText('old');
    const finish = await queueText('finished:an-assistant:7');
    await bot.rows(`UPDATE bot_messages SET created_at = now() - interval '99 days'`);
    await bot.rows(
      `UPDATE bot_messages SET state = 'sent', ended_at = now() - interval '31 days' WHERE chat_id = ANY ($1)`,
      [[sent, finish]],
    );
    await deleteOldBotRows(bot.context.db);
    expect(await bot.rows('SELECT update_id FROM bot_updates ORDER BY 1')).toEqual([
      { update_id: '1' },
      { update_id: '3' },
    ]);
    expect(
      (await bot.rows<{ chat_id: string }>('SELECT chat_id FROM bot_messages ORDER BY id')).map((row) => row.chat_id),
    ).toEqual([waiting, finish]);
  });
});
