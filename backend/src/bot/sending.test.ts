import { BOT_TOKEN } from '../auth/proofs.fixture.ts';
import { backoffMs } from './backoff.ts';
import { eventually, textsOf, useBot } from './bot.testing.ts';
import * as outbox from './outbox.query.ts';
import { numbered, useOutbox } from './outbox.testing.ts';
import { queueMessages } from './outbox.ts';
import { sendMessages } from './sendMessages.ts';
import { createTelegram } from './telegram.ts';

// A fifth of the real ones.
jest.mock('./backoff.ts', () => ({ backoffMs: (failures: number) => 100 * 2 ** failures }));

jest.mock('./outbox.query.ts', () => {
  const actual = jest.requireActual<typeof outbox>('./outbox.query.ts');
  return { ...actual, markSent: jest.fn(actual.markSent) };
});

const bot = useBot({ answerTimeoutSeconds: 1 });
const { allSent, outboxOf, say, stranger } = useOutbox(bot);
/** Of one worker: this many notice an outage at the same time. */
const JOBS_AT_ONCE = 4;

describe('with a worker', () => {
  beforeEach(() => bot.startWorking());

  test('messages arrive in order, each once, and each chat in its own time', async () => {
    const people = [stranger(), stranger(), stranger()];
    await Promise.all(people.map((person) => say(person, numbered(8))));
    for (const person of people) expect(textsOf(await bot.messagesTo(person, 8))).toEqual(numbered(8));
  });

  test('a message that is rolled back is never sent, and one dedupe key is sent once', async () => {
    const anna = stranger();
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
    await allSent(anna);
    expect(textsOf(bot.fake.telegram.messagesTo(anna.id))).toEqual(['once']);
  });

  test('a long 429 in the middle is waited out, with the order kept; another chat is not held up', async () => {
    const anna = stranger();
    const bo = stranger();
    bot.fake.faults.plan({
      fault: { kind: 'too_many_requests', retryAfter: 2 },
      method: 'sendMessage',
      after: 2,
      times: 1,
    });
    const startedAt = Date.now();
    await say(anna, numbered(4));
    await bot.messagesTo(anna, 2);
    await say(bo, ['hello']);
    await bot.messagesTo(bo, 1);
    expect(Date.now() - startedAt).toBeLessThan(2_000);
    expect(textsOf(await bot.messagesTo(anna, 4))).toEqual(numbered(4));
    expect(Date.now() - startedAt).toBeGreaterThan(2_000);
    expect((await allSent(anna)).map(({ tries, in_doubt }) => ({ tries, in_doubt }))).toEqual(
      [1, 1, 2, 1].map((tries) => ({ tries, in_doubt: false })),
    );
  });

  test('server errors and timeouts are retried and recorded in the row, and lose nothing', async () => {
    const anna = stranger();
    bot.fake.faults.plan({ fault: { kind: 'server_error' }, method: 'sendMessage', times: 1 });
    bot.fake.faults.plan({ fault: { kind: 'silence' }, method: 'sendMessage', times: 1 });
    await say(anna, numbered(3));
    expect(textsOf(await bot.messagesTo(anna, 3))).toEqual(numbered(3));
    const [first] = await allSent(anna);
    expect(first).toMatchObject({ tries: 3, in_doubt: true });
  });

  test('a message whose answer was lost is sent again, and the row is marked as in doubt', async () => {
    const anna = stranger();
    bot.fake.faults.plan({ fault: { kind: 'accept_then_drop' }, method: 'sendMessage', times: 1 });
    await say(anna, numbered(2));
    await allSent(anna);
    expect(textsOf(bot.fake.telegram.messagesTo(anna.id))).toEqual(['message 1', 'message 1', 'message 2']);
    expect((await outboxOf(anna)).map(({ in_doubt }) => in_doubt)).toEqual([true, false]);
  });

  test('an outage of the database right after Telegram accepted a message does not send it twice', async () => {
    const anna = stranger();
    const job = `send:${anna.id}`;
    bot.fake.faults.plan({ fault: { kind: 'slow', ms: 500 }, method: 'sendMessage', times: 1 });
    await say(anna, numbered(2));
    await bot.messagesTo(anna, 1);
    await bot.rows('ALTER TABLE bot_messages RENAME TO out_of_reach');
    await eventually(
      () => bot.rows('SELECT 1 FROM graphile_worker.jobs WHERE key = $1 AND last_error IS NOT NULL', [job]),
      (failed) => failed.length === 1,
    );
    await bot.rows('ALTER TABLE out_of_reach RENAME TO bot_messages');
    await bot.rows('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE key = $1', [job]);
    const rows = await allSent(anna);
    expect(textsOf(bot.fake.telegram.messagesTo(anna.id))).toEqual(numbered(2));
    expect(rows.map(({ tries, in_doubt }) => ({ tries, in_doubt }))).toEqual(
      Array(2).fill({ tries: 1, in_doubt: false }),
    );
  });

  test('messages to someone who blocked or never started the bot are given up and recorded', async () => {
    const anna = stranger();
    bot.fake.telegram.blockBot(anna.id);
    const unmet = bot.person();
    await say(anna, numbered(2));
    await say(unmet, ['hello']);
    await eventually(
      async () => [...(await outboxOf(anna)), ...(await outboxOf(unmet))],
      (rows) => rows.every(({ state }) => state === 'given_up'),
    );
    expect(await outboxOf(anna)).toMatchObject(
      Array(2).fill({ tries: 1, error: '403 Forbidden: bot was blocked by the user' }),
    );
    expect(await outboxOf(unmet)).toMatchObject([{ error: '400 Bad Request: chat not found' }]);
    bot.fake.telegram.blockBot(anna.id, false);
    await say(anna, ['welcome back']);
    expect(textsOf(await bot.messagesTo(anna, 1))).toEqual(['welcome back']);
  });
});

test('a job that cannot record at once that a message was sent tries again, and does not fail', async () => {
  const anna = stranger();
  const { context } = bot;
  const telegram = createTelegram({ ...context.config, botToken: BOT_TOKEN }, context.logger);
  await say(anna, ['hello']);
  const outage = new Error('Connection terminated unexpectedly');
  jest.mocked(outbox.markSent).mockRejectedValueOnce(outage).mockRejectedValueOnce(outage);
  const send = sendMessages({ app: context, telegram, stopping: new AbortController().signal });
  await send({ chat_id: String(anna.id) }, { abortSignal: new AbortController().signal });
  expect(textsOf(bot.fake.telegram.messagesTo(anna.id))).toEqual(['hello']);
  expect(await outboxOf(anna)).toEqual([{ state: 'sent', tries: 1, in_doubt: false, error: null }]);
});

test('of two jobs that read the same message one sends it, and only the last try records its result', async () => {
  const anna = stranger();
  const stateNow = async () => (await outboxOf(anna))[0];
  await say(anna, ['hello']);
  const [head] = await outbox.findNextMessage(bot.context.db, [String(anna.id)]);
  const id = head?.id ?? '';
  expect(await outbox.markSending(bot.context.db, [id, 0])).toHaveLength(1);
  expect(await outbox.markSending(bot.context.db, [id, 0])).toHaveLength(0);
  // The first worker was considered dead: the second try begins, and then the first one reports.
  expect(await outbox.markSending(bot.context.db, [id, 1])).toHaveLength(1);
  await outbox.putBack(bot.context.db, [id, 1, 0, true, 'late']);
  await outbox.markGivenUp(bot.context.db, [id, 1, 'late']);
  await outbox.changePayload(bot.context.db, [id, 1, '{}', 'late']);
  expect(await stateNow()).toEqual({ state: 'sending', tries: 2, in_doubt: true, error: null });
  await outbox.markSent(bot.context.db, [id, [7]]);
  await outbox.putBack(bot.context.db, [id, 2, 0, true, 'later']);
  expect(await stateNow()).toMatchObject({ state: 'sent', error: null });
});

test('Telegram unreachable for the whole run: other jobs still run, and afterwards everything arrives', async () => {
  const before = bot.fake.calls.length;
  const sends = () => bot.fake.calls.slice(before).filter(({ method }) => method === 'sendMessage');
  bot.fake.faults.plan({ fault: { kind: 'silence' } });
  await bot.startWorking();
  const people = Array.from({ length: 12 }, stranger);
  await Promise.all(people.map((person) => say(person, numbered(3))));
  await eventually(sends, (calls) => calls.length > JOBS_AT_ONCE);
  await bot.rows(`SELECT graphile_worker.add_job('housekeeping', job_key := 'housekeeping')`);
  await eventually(
    () => bot.rows(`SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'housekeeping'`),
    (jobs) => jobs.length === 0,
  );
  const calls = await eventually(sends, ({ length }) => length >= JOBS_AT_ONCE + 2);
  // An outage is noticed by the few calls in flight, and then by one call after each longer wait.
  const probes = calls.slice(JOBS_AT_ONCE);
  for (const [place, { at }] of probes.entries())
    expect(at - (calls[JOBS_AT_ONCE + place - 1]?.at ?? 0)).toBeGreaterThan(backoffMs(place + 1));
  bot.fake.faults.clear();
  for (const person of people) await allSent(person);
  for (const person of people) expect(textsOf(bot.fake.telegram.messagesTo(person.id))).toEqual(numbered(3));
});

test('a message queued while another one is being sent waits for its turn, although a second worker is idle', async () => {
  const anna = stranger();
  bot.fake.faults.plan({ fault: { kind: 'slow', ms: 600 }, method: 'sendMessage', times: 1 });
  await Promise.all([bot.startWorking(), bot.startWorking()]);
  await say(anna, ['first']);
  await bot.messagesTo(anna, 1);
  await say(anna, ['second']);
  await allSent(anna);
  expect(textsOf(bot.fake.telegram.messagesTo(anna.id))).toEqual(['first', 'second']);
  expect((await outboxOf(anna)).map(({ tries }) => tries)).toEqual([1, 1]);
});

test('two workers send what twenty chats wait for, each message once and in order', async () => {
  const people = Array.from({ length: 20 }, stranger);
  await Promise.all([bot.startWorking(), bot.startWorking(), ...people.map((person) => say(person, numbered(4)))]);
  for (const person of people) expect(textsOf(await bot.messagesTo(person, 4))).toEqual(numbered(4));
  for (const person of people) await allSent(person);
  for (const person of people) expect(bot.fake.telegram.messagesTo(person.id)).toHaveLength(4);
});
