import { randomUUID } from 'node:crypto';
import { eraseAccount } from '@flyerdeck/contracts';
import { eventually, until } from '../../../test/eventually.ts';
import { BOT_TOKEN } from '../../accounts/auth/proofs.fixture.ts';
import { readBooks } from '../../operation/books/books.query.ts';
import { readableLogger } from '../../server/http/smallServer.testing.ts';
import { textsOf, useBot } from '../bot.testing.ts';
import { handleUpdate } from '../inbox/handleUpdate.ts';
import { storeUpdates } from '../inbox/updates.query.ts';
import { webhookSecret } from '../inbox/webhook.routes.ts';
import { appLinkTo } from '../outbox/outbox.ts';
import { BASIC, invoiceFor, newBuyer, STARS_PRICES } from './payments.testing.ts';

const bot = useBot({ publicUrl: 'https://flyers.example', settings: { STARS_PRICES, SUPPORT_TELEGRAM: 'help_me' } });

const BOUGHT = { amount: 3_000, description: 'Basic package, 2500 Stars' };
const TAKEN_BACK = { amount: -3_000, description: 'Reversed: Basic package, 2500 Stars' };
const NO_DEVIATION = { deviations_count: 0 };

const answerTo = (question: string) =>
  eventually(
    () => bot.fake.telegram.payments.answers.get(question),
    (answer) => answer !== undefined,
  );

test('/buy offers the packages, and sends the invoice that was chosen; it is paid and booked', async () => {
  bot.startReceiving();
  await bot.startWorking();
  const anna = await newBuyer(bot);
  bot.fake.telegram.sendText(anna, '/buy');
  const [offer] = await bot.messagesTo(anna, 1);
  expect(offer?.actions.map(({ text, data }) => [text, data])).toEqual([
    ['500 credits: 500 Stars', 'buy:mini'],
    ['1500 credits: 1400 Stars', 'buy:plus'],
    ['3000 credits: 2500 Stars', 'buy:basic'],
    ['16500 credits: 9900 Stars', 'buy:enterprise'],
  ]);
  bot.fake.telegram.press(anna, 'buy:basic');
  const [, sent] = await bot.messagesTo(anna, 2);
  expect(sent).toMatchObject({ kind: 'invoice', text: '3000 credits: 2500 Stars', invoice: { stars: 2_500 } });
  const invoice = sent?.invoice ?? { payload: '', stars: 0 };
  expect(await answerTo(bot.fake.telegram.checkOut(anna, invoice))).toMatchObject({ isAccepted: true });
  bot.fake.telegram.tellPayment(anna, invoice, 'bought-by-anna');
  const [, , thanks] = await bot.messagesTo(anna, 3);
  expect(thanks?.text).toMatch(/^Thank you! 3000 credits are booked\. Your balance: 3150 credits\./);
  expect(await anna.purchases()).toEqual([BOUGHT]);
  expect(await bot.rows("SELECT * FROM star_payments WHERE charge_id = 'bought-by-anna'")).toMatchObject([
    { package_id: 'basic', stars: 2_500, refunded_at: null },
  ]);
});

test('terms, support and the menu are those of payments, in the language of the person', async () => {
  bot.startReceiving();
  await bot.startWorking();
  const [anna, russian] = [await newBuyer(bot), await newBuyer(bot, { language_code: 'ru' })];
  for (const text of ['/terms', '/paysupport', '/help']) bot.fake.telegram.sendText(anna, text);
  for (const text of ['/terms', '/paysupport', '/buy']) bot.fake.telegram.sendText(russian, text);
  const [terms, support, help] = textsOf(await bot.messagesTo(anna, 3));
  expect(terms).toContain('Credits do not expire. Purchases are non-refundable.');
  expect(support).toMatch(/^Please write to @help_me, which answers within 24-48 hours\./);
  expect(help).toContain('/buy - credits for Telegram Stars');
  const [russianTerms, russianSupport, offer] = textsOf(await bot.messagesTo(russian, 3));
  expect(russianTerms).toContain('Кредиты не сгорают.');
  expect(russianSupport).toMatch(/^Напишите @help_me/);
  expect(offer).toMatch(/^Выберите пакет/);
  await eventually(
    () => bot.fake.commands.get('ru')?.map(({ command }) => command) ?? [],
    (commands) => ['buy', 'terms', 'paysupport'].every((command) => commands.includes(command)),
  );
});

describe('Telegram asks before it charges', () => {
  test('another account, an old price, a forged or foreign invoice, and an unknown or deactivated account are refused', async () => {
    bot.startReceiving();
    const [anna, other, gone] = [await newBuyer(bot), await newBuyer(bot), await newBuyer(bot)];
    await bot.rows('UPDATE users SET is_active = false WHERE id = $1', [gone.userId]);
    const nobody = bot.person({ language_code: 'ru' });
    const { telegram } = bot.fake;
    const ofAnna = invoiceFor(anna);
    const questions = [
      telegram.checkOut(other, ofAnna),
      telegram.checkOut(anna, invoiceFor(anna, { stars: 2_400 })),
      telegram.checkOut(anna, invoiceFor(anna, { credits: 30_000 })),
      telegram.checkOut(anna, invoiceFor(anna, { packageId: 'giant' })),
      telegram.checkOut(anna, invoiceFor(anna, {}, 'another token')),
      telegram.checkOut(anna, { ...ofAnna, stars: 1 }),
      telegram.checkOut(anna, ofAnna, 'USD'),
      telegram.checkOut(anna, { payload: 'basic', stars: 2_500 }),
      telegram.checkOut(gone, invoiceFor(gone)),
      telegram.checkOut(nobody, invoiceFor(nobody)),
    ];
    const answers = await Promise.all(questions.map(answerTo));
    expect(answers.map((answer) => answer?.isAccepted)).toEqual(questions.map(() => false));
    expect(answers[0]?.problem).toMatch(/^This offer is no longer valid or is for another account\./);
    expect(answers.at(-1)?.problem).toMatch(/^Предложение устарело/);
    // Nothing about a question is stored.
    expect(await bot.rows("SELECT 1 FROM bot_updates WHERE body ? 'pre_checkout_query'")).toEqual([]);
  });

  test('200 are answered within a second beside 10,000 messages that wait, without any worker', async () => {
    const buyers = await Promise.all(Array.from({ length: 10 }, () => newBuyer(bot)));
    await bot.rows(
      `INSERT INTO bot_messages (chat_id, payload) SELECT (n % 50 + 1)::text, '{"kind":"text","text":"waits"}' FROM generate_series(1, 10000) n`,
    );
    bot.startReceiving();
    const asked = new Map<string, number>();
    for (let n = 0; n < 200; n++) {
      const buyer = buyers[n % 10];
      if (!buyer) throw new Error('no buyer');
      bot.fake.telegram.sendText(buyer, '/help');
      asked.set(bot.fake.telegram.checkOut(buyer, invoiceFor(buyer)), Date.now());
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const waits = await Promise.all(
      [...asked].map(async ([question, at]) => ((await answerTo(question))?.at ?? 0) - at),
    );
    expect(waits.sort((a, b) => a - b)[197]).toBeLessThan(1_000);
    await bot.rows('DELETE FROM bot_messages');
  });

  test('a database that does not answer refuses the payment within the 10 s', async () => {
    const anna = await newBuyer(bot);
    bot.startReceiving();
    const holder = await bot.server.context.pool.connect();
    await holder.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
    try {
      const question = bot.fake.telegram.checkOut(anna, invoiceFor(anna));
      const asked = Date.now();
      const answer = await answerTo(question);
      expect(answer).toMatchObject({ isAccepted: false, problem: expect.stringMatching(/^Payment is not possible/) });
      expect((answer?.at ?? 0) - asked).toBeLessThan(10_000);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
  });

  test('an answer that comes too late is logged, and later questions are answered', async () => {
    const anna = await newBuyer(bot);
    const late = bot.fake.telegram.checkOut(anna, invoiceFor(anna));
    bot.fake.telegram.payments.lateQuestions.add(late);
    bot.startReceiving();
    expect(await answerTo(bot.fake.telegram.checkOut(anna, invoiceFor(anna)))).toMatchObject({ isAccepted: true });
    expect(bot.fake.telegram.payments.answers.has(late)).toBe(false);
    expect(await anna.purchases()).toEqual([]);
  });
});

describe('a payment', () => {
  test.each([
    [
      'after the price of its package has changed',
      { stars: 2_000, credits: 2_800 },
      2_950,
      'Basic package, 2000 Stars',
    ],
    ['of a deactivated user', {}, 3_150, BOUGHT.description],
  ])('%s is booked as it was paid', async (what, changes, balance, description) => {
    bot.startReceiving();
    await bot.startWorking();
    const anna = await newBuyer(bot);
    if (what.includes('deactivated')) await bot.rows('UPDATE users SET is_active = false WHERE id = $1', [anna.userId]);
    bot.fake.telegram.tellPayment(anna, invoiceFor(anna, changes), randomUUID());
    await bot.messagesTo(anna, 1);
    expect(await anna.purchases()).toEqual([{ amount: balance - 150, description }]);
    expect((await anna.ledger()).balance).toBe(balance);
  });

  /** Handles updates in this order, in this process. */
  const handleInOrder = async (updates: readonly object[]) => {
    const { logger, lines } = readableLogger();
    await storeUpdates(bot.context.db, updates as never);
    const handle = handleUpdate({ ...bot.context, logger, appLink: appLinkTo('https://flyers.example') });
    for (const update of updates)
      await handle(
        { update_id: String((update as { update_id: number }).update_id) },
        { abortSignal: new AbortController().signal },
      );
    return lines();
  };

  test('that is forged, of nobody or from a group books nothing and is logged with its charge id, without the person', async () => {
    const [anna, other] = [await newBuyer(bot), await newBuyer(bot)];
    const nobody = bot.person();
    const { telegram } = bot.fake;
    const updates = [
      telegram.tellPayment(anna, { payload: 'basic', stars: 2_500 }, 'forged-1'),
      telegram.tellPayment(anna, invoiceFor(anna, {}, 'another token'), 'forged-2'),
      telegram.tellPayment(anna, invoiceFor(other), 'forged-3'),
      telegram.tellPayment(anna, invoiceFor(anna, { packageId: 'giant' }), 'forged-4'),
      telegram.tellPayment(anna, { ...invoiceFor(anna), stars: 1 }, 'forged-5'),
      telegram.tellPayment(nobody, invoiceFor(nobody), 'forged-6'),
      telegram.sendMessage(anna, {
        chat: { id: -1, type: 'group' },
        successful_payment: {
          currency: 'XTR',
          total_amount: 2_500,
          invoice_payload: invoiceFor(anna).payload,
          telegram_payment_charge_id: 'forged-7',
        },
      }),
      telegram.tellPayment(nobody, invoiceFor(nobody), 'forged-8', 'refunded_payment'),
    ];
    const lines = await handleInOrder(updates);
    const refused = lines.filter(({ msg }) => String(msg).startsWith('a payment fits no account or invoice'));
    expect(refused.map(({ chargeId }) => chargeId)).toEqual(updates.map((_, index) => `forged-${index + 1}`));
    expect(JSON.stringify(lines)).not.toContain(String(nobody.id));
    expect([await anna.purchases(), await other.purchases()]).toEqual([[], []]);
    expect(await bot.rows("SELECT 1 FROM star_payments WHERE charge_id LIKE 'forged%'")).toEqual([]);
    expect(await bot.rows('SELECT 1 FROM users WHERE telegram_id = $1', [String(nobody.id)])).toEqual([]);
  });

  test('of an account that was deleted meanwhile creates no account, and is logged', async () => {
    const anna = await newBuyer(bot);
    const as = await bot.server.signIn(String(anna.id));
    const update = bot.fake.telegram.tellPayment(anna, invoiceFor(anna), 'after-erasure');
    await storeUpdates(bot.context.db, [update] as never);
    expect((await bot.server.call(eraseAccount, { as, body: { confirm: 'DELETE' } })).status).toBe(204);
    const lines = await handleInOrder([update]);
    expect(lines).toEqual([expect.objectContaining({ chargeId: 'after-erasure', level: 50 })]);
    expect(await bot.rows('SELECT 1 FROM users WHERE telegram_id = $1', [String(anna.id)])).toEqual([]);
  });

  test('of an account that was deleted and made again meanwhile is taken back if Telegram has refunded it', async () => {
    const anna = await newBuyer(bot);
    const as = await bot.server.signIn(String(anna.id));
    const { telegram } = bot.fake;
    const [paid, refunded] = (['successful_payment', 'refunded_payment'] as const).map((kind) =>
      telegram.tellPayment(anna, invoiceFor(anna), 'before-erasure', kind),
    );
    await storeUpdates(bot.context.db, [paid, refunded] as never);
    expect((await bot.server.call(eraseAccount, { as, body: { confirm: 'DELETE' } })).status).toBe(204);
    const again = await newBuyer(bot, { id: anna.id });
    await handleInOrder([paid, refunded] as never);
    expect(await again.purchases()).toEqual([BOUGHT, TAKEN_BACK]);
    expect(await again.ledger()).toEqual({ balance: 0, ledgerSum: 0, lastBalanceAfter: 0 });
  });

  test('of another update with the same charge, or one that is replayed, books and says nothing again', async () => {
    const anna = await newBuyer(bot);
    const { telegram } = bot.fake;
    const first = telegram.tellPayment(anna, invoiceFor(anna), 'doubled');
    const second = telegram.tellPayment(anna, invoiceFor(anna), 'doubled');
    await handleInOrder([first, second, first]);
    expect(await anna.purchases()).toEqual([BOUGHT]);
    expect(await bot.rows('SELECT 1 FROM bot_messages WHERE chat_id = $1', [String(anna.id)])).toHaveLength(1);
  });

  test.each([
    ['after it', ['successful_payment', 'refunded_payment']],
    ['before it', ['refunded_payment', 'successful_payment']],
    ['twice', ['successful_payment', 'refunded_payment', 'refunded_payment']],
  ] as const)('whose refund by Telegram arrives %s leaves the balance as it was', async (_when, kinds) => {
    const anna = await newBuyer(bot);
    const chargeId = randomUUID();
    await handleInOrder(kinds.map((kind) => bot.fake.telegram.tellPayment(anna, invoiceFor(anna), chargeId, kind)));
    expect(await anna.purchases()).toEqual([BOUGHT, TAKEN_BACK]);
    expect(await anna.ledger()).toEqual({ balance: 150, ledgerSum: 150, lastBalanceAfter: 150 });
    expect(await bot.rows('SELECT credits_purchased AS total FROM users WHERE id = $1', [anna.userId])).toEqual([
      { total: 0 },
    ]);
  });

  test('is reversed by its refund also when the bot has a new token', async () => {
    const anna = await newBuyer(bot);
    const tell = (kind: 'successful_payment' | 'refunded_payment', token?: string) =>
      handleInOrder([bot.fake.telegram.tellPayment(anna, invoiceFor(anna, {}, token), 'older-token', kind)]);
    await tell('successful_payment');
    await tell('refunded_payment', 'another token');
    expect(await anna.purchases()).toEqual([BOUGHT, TAKEN_BACK]);
  });

  test('whose refund arrives when its credits are spent is named by the books', async () => {
    const anna = await newBuyer(bot);
    const chargeId = randomUUID();
    const tell = (kind: 'successful_payment' | 'refunded_payment') =>
      handleInOrder([bot.fake.telegram.tellPayment(anna, invoiceFor(anna), chargeId, kind)]);
    await tell('successful_payment');
    const spend = (amount: number) =>
      bot.rows(
        `WITH u AS (UPDATE users SET credits_balance = credits_balance - $2::int WHERE id = $1 RETURNING credits_balance)
         INSERT INTO credit_transactions (user_id, transaction_type, amount, balance_after, description)
         SELECT $1, 'admin_adjustment', -$2::int, credits_balance, '' FROM u`,
        [anna.userId, amount],
      );
    await spend(1_000);
    await tell('refunded_payment');
    expect(await anna.purchases()).toEqual([BOUGHT]);
    const { deviations } = await readBooks(bot.context.db);
    expect(deviations).toEqual([expect.objectContaining({ rule: 'refund', ids: expect.stringContaining(chargeId) })]);
    await spend(-1_000);
    await tell('refunded_payment');
    expect(await anna.purchases()).toEqual([BOUGHT, TAKEN_BACK]);
    expect(await readBooks(bot.context.db)).toMatchObject(NO_DEVIATION);
  });

  test('200 payments of 20 people, doubled, not in order and redelivered, with two workers: each is booked once', async () => {
    const buyers = await Promise.all(Array.from({ length: 20 }, () => newBuyer(bot)));
    const { telegram } = bot.fake;
    const updates = buyers.flatMap((buyer) =>
      Array.from({ length: 10 }, (_, n) => {
        const chargeId = randomUUID();
        const tell = (kind?: 'refunded_payment') => telegram.tellPayment(buyer, invoiceFor(buyer), chargeId, kind);
        if (n === 0) return [tell('refunded_payment'), tell()];
        if (n === 1) return [tell(), tell('refunded_payment'), tell()];
        return n < 6 ? [tell(), tell()] : [tell()];
      }).flat(),
    );
    await bot.startWorking();
    await bot.startWorking();
    bot.startReceiving();
    await Promise.all([storeUpdates(bot.context.db, updates as never), storeUpdates(bot.context.db, updates as never)]);
    const ids = updates.map(({ update_id }) => update_id);
    await until(async () => {
      const unhandled = 'SELECT 1 FROM bot_updates WHERE handled_at IS NULL AND update_id = ANY ($1)';
      return (await bot.rows(unhandled, [ids])).length === 0;
    });
    for (const buyer of buyers) {
      const balance = 150 + 8 * BASIC.credits;
      expect(await buyer.ledger()).toEqual({ balance, ledgerSum: balance, lastBalanceAfter: balance });
      expect(await buyer.purchases()).toHaveLength(12);
    }
    expect(await readBooks(bot.context.db)).toMatchObject(NO_DEVIATION);
  });
});

test('a webhook answers a question at once, and without its secret it neither answers nor books', async () => {
  const anna = await newBuyer(bot);
  const post = (secret: string, body: object) =>
    fetch(`${bot.server.baseUrl}/api/telegram/webhook`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Telegram-Bot-Api-Secret-Token': secret },
      body: JSON.stringify(body),
    });
  const { payload, stars } = invoiceFor(anna);
  const facts = { currency: 'XTR', total_amount: stars, invoice_payload: payload };
  const from = { id: anna.id, is_bot: false, first_name: 'Anna' };
  const question = (id: string) => ({ update_id: 9_000_000_001, pre_checkout_query: { id, from, ...facts } });
  const { answers } = bot.fake.telegram.payments;
  expect((await post('wrong', question('asked-by-a-stranger'))).status).toBe(401);
  const paid = { message_id: 1, date: 1, from, chat: { id: anna.id, type: 'private' } };
  const message = { ...paid, successful_payment: { ...facts, telegram_payment_charge_id: 'told-by-a-stranger' } };
  expect((await post('wrong', { update_id: 9_000_000_002, message })).status).toBe(401);
  expect((await post(webhookSecret(BOT_TOKEN), question('asked'))).status).toBe(200);
  expect(answers.get('asked')).toMatchObject({ isAccepted: true });
  expect(answers.has('asked-by-a-stranger')).toBe(false);
  expect(await bot.rows('SELECT 1 FROM bot_updates WHERE update_id IN (9000000001, 9000000002)')).toEqual([]);
});
