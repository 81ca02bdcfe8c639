import { randomUUID } from 'node:crypto';
import {
  type BodyOf,
  createStarsInvoice,
  listPackages,
  listTransactions,
  listUserLedger,
  reversePurchase,
} from '@flyerdeck/contracts';
import { BOT_TOKEN } from '../../src/accounts/auth/proofs.fixture.ts';
import { readPayload } from '../../src/bot/payments/invoice.ts';
import { bookPayment } from '../../src/credits/starPayments.ts';
import { readLedger } from '../factories.ts';
import { type FakeBotApi, startFakeBotApi } from '../fakeBotApi/fakeBotApi.ts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { changesOf, type Person, signUp, useAdmin } from './people.testing.ts';

const settings: Record<string, string> = { BOT_TOKEN, STARS_PRICES: 'mini=500,plus=1400,basic=2500,enterprise=9900' };
let fake: FakeBotApi;
beforeAll(async () => {
  fake = await startFakeBotApi({ token: BOT_TOKEN });
  settings.TELEGRAM_API_ROOT = fake.url;
});
afterEach(() => fake.faults.clear());
const server = useTestServer(settings);
afterAll(() => fake.stop());
const admin = useAdmin(server);

test('the packages have their prices in Stars', async () => {
  const { packages } = (await server.call(listPackages)).json;
  expect(packages.map(({ id, stars }) => [id, stars])).toEqual([
    ['mini', 500],
    ['plus', 1_400],
    ['basic', 2_500],
    ['enterprise', 9_900],
  ]);
});

describeCall(server, createStarsInvoice, ({ succeeds, refuses }) => {
  const ask = ({ as }: Person, package_id = 'basic') => server.call(createStarsInvoice, { as, body: { package_id } });

  succeeds('answers an invoice with the package, its price and the user', async () => {
    const person = await signUp(server);
    const { invoice_url } = (await ask(person)).json;
    const invoice = fake.telegram.payments.invoices.get(invoice_url);
    expect(invoice?.stars).toBe(2_500);
    expect(readPayload(BOT_TOKEN, invoice?.payload ?? '')).toEqual({
      ...{ telegramId: person.telegramId, packageId: 'basic', stars: 2_500, credits: 3_000 },
    });
    expect((await server.call(listTransactions, { as: person.as })).json.transactions).toHaveLength(1);
  });

  refuses('for an unknown package', 'credits.package_not_found', async () => {
    const person = await signUp(server);
    return () => ask(person, 'giant');
  });

  refuses('without prices', { code: 'stars.off', sentence: 'Telegram Stars are not accepted.' }, async () => {
    const person = await signUp(server);
    const { config } = server.context;
    const { starsPrices } = config;
    return () => {
      Object.assign(config, { starsPrices: null });
      return ask(person).finally(() => Object.assign(config, { starsPrices }));
    };
  });

  refuses('when Telegram refuses it', { code: 'stars.refused', sentence: /^Telegram refuses it: 400 / }, async () => {
    const person = await signUp(server);
    fake.faults.plan({ fault: { kind: 'server_error', status: 400 } });
    return () => ask(person);
  });

  refuses(
    'when Telegram is away',
    { code: 'unavailable', sentence: 'Telegram does not answer right now. Please try again in a moment.' },
    async () => {
      const person = await signUp(server);
      fake.faults.plan({ fault: { kind: 'server_error' } });
      return () => ask(person);
    },
  );
});

describe('the refund of a purchase in Stars', () => {
  async function paid() {
    const person = await signUp(server);
    const chargeId = randomUUID();
    fake.telegram.payments.charges.set(chargeId, Number(person.telegramId));
    const facts = { packageId: 'basic', stars: 2_500, credits: 3_000 };
    const purchase = await bookPayment(server.context.db, person.id, chargeId, facts);
    const body: BodyOf<typeof reversePurchase> = { user_id: person.telegramId, transaction_id: purchase?.id ?? '' };
    const refund = () => server.call(reversePurchase, { as: admin.as, body });
    const entries = async () => {
      const ledger = { params: { telegramId: person.telegramId }, query: { transaction_type: 'purchase' as const } };
      return (await server.call(listUserLedger, { as: admin.as, ...ledger })).json.entries;
    };
    const countRefunds = () => fake.telegram.payments.refunds.filter((id) => id === chargeId).length;
    return { person, chargeId, refund, entries, countRefunds };
  }

  test('gives the Stars back, takes the credits back, and is in the ledger and the audit log', async () => {
    const { person, chargeId, refund, entries, countRefunds } = await paid();
    expect(await entries()).toMatchObject([
      {
        description: 'Basic package, 2500 Stars',
        star_payment: { stars: 2_500, charge_id: chargeId, refunded_at: null },
      },
    ]);
    const { status, json } = await refund();
    expect([status, json.message, json.credits_balance]).toEqual([200, 'Purchase reversed: 3000 credits.', 150]);
    expect(countRefunds()).toBe(1);
    const [counterEntry, purchase] = await entries();
    expect(purchase?.star_payment?.refunded_at).toEqual(expect.any(String));
    expect(counterEntry).toMatchObject({
      amount: -3_000,
      refund_of: { id: purchase?.id },
      admin_telegram_id: admin.telegramId,
    });
    expect(counterEntry).not.toHaveProperty('star_payment');
    const events = await changesOf(server, admin, person.telegramId);
    expect(events.map(({ act }) => act)).toEqual(['purchase_reversed', 'stars_refund_requested']);
    expect((await server.call(listTransactions, { as: person.as })).bytes.toString()).not.toContain(chargeId);
  });

  test('that is asked for 20 times at once happens once', async () => {
    const { person, refund, entries, countRefunds } = await paid();
    const answers = await Promise.all(Array.from({ length: 20 }, refund));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect([countRefunds(), (await entries()).length]).toEqual([1, 2]);
    expect(await readLedger(server.context.db, person.id)).toMatchObject({ balance: 150, ledgerSum: 150 });
  });

  test('is finished by a repeat when its answer was lost, or Telegram was away', async () => {
    const { refund, entries, countRefunds } = await paid();
    fake.faults.plan({ fault: { kind: 'server_error' }, method: 'refundStarPayment', times: 1 });
    fake.faults.plan({ fault: { kind: 'accept_then_drop' }, method: 'refundStarPayment', times: 1 });
    for (const refunds of [0, 1]) {
      expect((await refund()).error.code).toBe('unavailable');
      expect([countRefunds(), (await entries()).length]).toEqual([refunds, 1]);
    }
    expect((await refund()).status).toBe(200);
    expect([countRefunds(), (await entries()).length]).toEqual([1, 2]);
  });

  test('does not ask Telegram when some of the credits are spent; when they are spent meanwhile, a repeat takes them later', async () => {
    const { person, refund, entries, countRefunds } = await paid();
    const setBalance = (balance: number) =>
      server.context.pool.query('UPDATE users SET credits_balance = $2 WHERE id = $1', [person.id, balance]);
    await setBalance(2_999);
    expect((await refund()).error.code).toBe('credits.below_zero');
    expect(countRefunds()).toBe(0);
    await setBalance(3_150);
    fake.faults.plan({ fault: { kind: 'slow', ms: 500 }, method: 'refundStarPayment', times: 1 });
    const waiting = refund();
    while (countRefunds() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await setBalance(2_999);
    expect((await waiting).error.code).toBe('credits.below_zero');
    expect(await entries()).toMatchObject([{ star_payment: { refunded_at: expect.any(String) } }]);
    await setBalance(3_150);
    expect((await refund()).json.credits_balance).toBe(150);
    expect(countRefunds()).toBe(1);
  });
});
