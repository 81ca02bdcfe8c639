import { eventually } from '../../../test/eventually.ts';
import { textsOf, useBot } from '../bot.testing.ts';
import { numbered, useOutbox } from './outbox.testing.ts';
import * as outbox from './outbox.ts';
import { queueMessages } from './outbox.ts';
import { backoffMs } from './telegram.ts';

// A fifth of the product's backoff.
jest.mock('./telegram.ts', () => ({
  ...jest.requireActual('./telegram.ts'),
  backoffMs: (failures: number) => 100 * 2 ** failures,
}));

jest.mock('./outbox.ts', () => {
  const actual = jest.requireActual<typeof outbox>('./outbox.ts');
  return { ...actual, markSent: jest.fn(actual.markSent) };
});

const bot = useBot({ answerTimeoutSeconds: 1 });
const { waitUntilSent, outboxOf, queueTexts, newPerson } = useOutbox(bot);
/** The jobs that one worker runs at a time. During an outage each of them makes one failed call. */
const JOBS_AT_ONCE = 4;

const isRefused = async ({ id }: { readonly id: number }) =>
  (await bot.rows('SELECT FROM users WHERE telegram_id = $1 AND messages_refused_at IS NOT NULL', [String(id)]))
    .length === 1;

describe('with a worker', () => {
  beforeEach(() => bot.startWorking());

  test('a message of a rolled back transaction is not sent, and of two with the same dedupe key one is sent', async () => {
    const anna = newPerson();
    const twice = [
      { payload: { kind: 'text', text: 'once' } as const, dedupeKey: `test:${anna.id}` },
      { payload: { kind: 'text', text: 'again' } as const, dedupeKey: `test:${anna.id}` },
    ];
    await bot.context.db
      .transaction(async (manager) => {
        await queueMessages(manager, String(anna.id), [{ payload: { kind: 'text', text: 'never' } }]);
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    for (const message of twice) {
      await bot.context.db.transaction((manager) => queueMessages(manager, String(anna.id), [message]));
    }
    await waitUntilSent(anna);
    expect(textsOf(bot.fake.telegram.messagesTo(anna.id))).toEqual(['once']);
  });

  test('after a 429 the chat waits as long as Telegram asks and keeps its order, and other chats do not wait', async () => {
    const anna = newPerson();
    const bo = newPerson();
    bot.fake.faults.plan({
      fault: { kind: 'too_many_requests', retryAfter: 600 },
      method: 'sendMessage',
      after: 2,
      times: 1,
    });
    await queueTexts(anna, numbered(4));
    const waits = await eventually(
      () =>
        bot.rows<{ row: number; job: number }>(
          `SELECT extract(epoch FROM send_after - now())::int AS row, extract(epoch FROM run_at - now())::int AS job
           FROM bot_messages JOIN graphile_worker._private_jobs ON key = 'send:' || chat_id
           WHERE chat_id = $1 AND send_after > now() AND run_at > now() AND locked_at IS NULL`,
          [anna.id],
        ),
      ({ length }) => length === 1,
    );
    for (const seconds of Object.values(waits[0] ?? {})) expect([500 < seconds, seconds <= 601]).toEqual([true, true]);
    await queueTexts(bo, ['hello']);
    await bot.messagesTo(bo, 1);
    expect(bot.fake.telegram.messagesTo(anna.id)).toHaveLength(2);
    await bot.rows('UPDATE bot_messages SET send_after = now() WHERE chat_id = $1', [anna.id]);
    await bot.rows('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE key = $1', [`send:${anna.id}`]);
    expect(textsOf(await bot.messagesTo(anna, 4))).toEqual(numbered(4));
    expect((await waitUntilSent(anna)).map(({ tries, in_doubt }) => ({ tries, in_doubt }))).toEqual(
      [1, 1, 2, 1].map((tries) => ({ tries, in_doubt: false })),
    );
  });

  test('a message whose response was lost is sent again and marked as in doubt', async () => {
    const anna = newPerson();
    bot.fake.faults.plan({ fault: { kind: 'accept_then_drop' }, method: 'sendMessage', times: 1 });
    await queueTexts(anna, numbered(2));
    await waitUntilSent(anna);
    expect(textsOf(bot.fake.telegram.messagesTo(anna.id))).toEqual(['message 1', 'message 1', 'message 2']);
    expect((await outboxOf(anna)).map(({ in_doubt }) => in_doubt)).toEqual([true, false]);
  });

  test('messages to a user who blocked or never started the bot are given up with the error in the row', async () => {
    const anna = newPerson();
    bot.fake.telegram.blockBot(anna.id);
    const unmet = bot.person();
    for (const { id } of [anna, unmet]) await bot.server.signIn(String(id));
    await queueTexts(anna, numbered(2));
    await queueTexts(unmet, ['hello']);
    await eventually(
      async () => [...(await outboxOf(anna)), ...(await outboxOf(unmet))],
      (rows) => rows.every(({ state }) => state === 'given_up'),
    );
    expect(await outboxOf(anna)).toMatchObject(
      Array(2).fill({ tries: 1, error: '403 Forbidden: bot was blocked by the user' }),
    );
    expect(await outboxOf(unmet)).toMatchObject([{ error: '400 Bad Request: chat not found' }]);
    expect(await Promise.all([anna, unmet].map(isRefused))).toEqual([true, true]);
    bot.fake.telegram.blockBot(anna.id, false);
    await queueTexts(anna, ['welcome back']);
    expect(textsOf(await bot.messagesTo(anna, 1))).toEqual(['welcome back']);
    await eventually(
      () => isRefused(anna),
      (refused) => !refused,
    );
    expect(await isRefused(unmet)).toBe(true);
  });
});

test('of two jobs that read the same message one may send it, and only the latest try records a failure', async () => {
  const anna = newPerson();
  const stateNow = async () => (await outboxOf(anna))[0];
  await queueTexts(anna, ['hello']);
  const [head] = await outbox.findNextMessage(bot.context.db, [String(anna.id)]);
  const id = head?.id ?? '';
  expect(await outbox.markSending(bot.context.db, [id, 0])).toHaveLength(1);
  expect(await outbox.markSending(bot.context.db, [id, 0])).toHaveLength(0);
  // A second try begins because the first worker seems dead. Then the first worker records its result.
  expect(await outbox.markSending(bot.context.db, [id, 1])).toHaveLength(1);
  await outbox.putBack(bot.context.db, [id, 1, 0, true, 'late']);
  await outbox.markGivenUp(bot.context.db, [id, 1, 'late']);
  await outbox.changePayload(bot.context.db, [id, 1, '{}', 'late']);
  expect(await stateNow()).toEqual({ state: 'sending', tries: 2, in_doubt: true, error: null });
  await outbox.markSent(bot.context.db, [id, [7]]);
  await outbox.putBack(bot.context.db, [id, 2, 0, true, 'later']);
  expect(await stateNow()).toMatchObject({ state: 'sent', error: null });
});

test('while Telegram is unreachable other jobs run, and afterwards all messages are sent', async () => {
  const before = bot.fake.calls.length;
  const sends = () => bot.fake.calls.slice(before).filter(({ method }) => method === 'sendMessage');
  bot.fake.faults.plan({ fault: { kind: 'silence' } });
  await bot.startWorking();
  const people = Array.from({ length: 12 }, newPerson);
  await Promise.all(people.map((person) => queueTexts(person, numbered(3))));
  await eventually(sends, (calls) => calls.length > JOBS_AT_ONCE);
  await bot.rows(`SELECT graphile_worker.add_job('housekeeping', job_key := 'housekeeping')`);
  await eventually(
    () => bot.rows(`SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'housekeeping'`),
    (jobs) => jobs.length === 0,
  );
  const calls = await eventually(sends, ({ length }) => length >= JOBS_AT_ONCE + 2);
  // After the calls in flight have failed, single calls follow, each after a longer backoff.
  const probes = calls.slice(JOBS_AT_ONCE);
  for (const [index, { at }] of probes.entries())
    expect(at - (calls[JOBS_AT_ONCE + index - 1]?.at ?? 0)).toBeGreaterThan(backoffMs(index + 1));
  bot.fake.faults.clear();
  for (const person of people) await waitUntilSent(person);
  // On a busy machine an answer comes after the 2 s that these tests wait, and its message is sent again.
  for (const person of people)
    expect([...new Set(textsOf(bot.fake.telegram.messagesTo(person.id)))]).toEqual(numbered(3));
});
