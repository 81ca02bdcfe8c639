import fc from 'fast-check';
import type { Update } from 'grammy/types';
import { pino } from 'pino';
import { useTestServer } from '../../../test/testServer.ts';
import { appLinkTo } from '../outbox/outbox.ts';
import { handleUpdate } from './handleUpdate.ts';
import { storeUpdates } from './updates.query.ts';

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
